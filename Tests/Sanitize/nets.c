#include "nets.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../Sources/CNets/include/CNets.h"
#include "pictures.h"

enum { most_starts = 1 << 16 };

struct model {
    uint8_t *bytes;
    size_t count;
    // Where something other than weights seems to be; weights have few bytes that are zero.
    size_t structure[most_starts];
    size_t structure_count;
};

static bool read_model(const char *path, struct model *model) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    fseek(file, 0, SEEK_END);
    model->count = (size_t)ftell(file);
    rewind(file);
    model->bytes = malloc(model->count);
    bool is_read = fread(model->bytes, 1, model->count, file) == model->count;
    fclose(file);
    model->structure_count = 0;
    for (size_t at = 0; at + 16 <= model->count && model->structure_count < most_starts; at += 16) {
        int zeros = 0;
        for (size_t index = at; index < at + 16; index++) zeros += model->bytes[index] == 0;
        if (zeros > 4) model->structure[model->structure_count++] = at;
    }
    return is_read && model->structure_count > 0;
}

static void put_word(uint8_t *bytes, size_t count, size_t at, uint32_t word) {
    if (at + sizeof word <= count) memcpy(bytes + at, &word, sizeof word);
}

// Lengths, offsets and sides are words; most changes are made to them, and to values near the limits.
static uint32_t odd_word(uint32_t word, uint64_t *state) {
    static const uint32_t odd[] = {
        0, 1, 2, 3, 4, 8, 16, 127, 255, 1024, 65535, 65536, 1 << 20, 1 << 24, 0x7fffffff, 0x80000000, 0xfffffffc,
        0xffffffff,
    };
    switch (next_random(state) % 4) {
    case 0: return odd[next_random(state) % (sizeof odd / sizeof *odd)];
    case 1: return word + (uint32_t)(next_random(state) % 9) - 4;
    case 2: return word ^ UINT32_C(1) << next_random(state) % 32;
    default: return (uint32_t)next_random(state) >> next_random(state) % 32;
    }
}

// A copy with a few changes, exactly as long as it is, so that a byte too many is seen.
static struct picture changed(const struct model *model, uint64_t *state) {
    size_t count = next_random(state) % 16 ? model->count : next_random(state) % (model->count + 1);
    struct picture copy = { malloc(count ? count : 1), count };
    memcpy(copy.bytes, model->bytes, count);
    for (int changes = 1 + (int)(next_random(state) % 3); count && changes > 0; changes--) {
        size_t at = model->structure[next_random(state) % model->structure_count] + next_random(state) % 16;
        if (next_random(state) % 8 == 0) at = next_random(state) % count;
        if (at >= count) continue;
        size_t word_at = at & ~(size_t)3, other = model->structure[next_random(state) % model->structure_count];
        uint32_t word = 0;
        switch (next_random(state) % 4) {
        case 0: copy.bytes[at] = (uint8_t)next_random(state); break;
        case 1:
            if (other + sizeof word <= count) memcpy(&word, copy.bytes + other, sizeof word);
            put_word(copy.bytes, count, word_at, word);
            break;
        default:
            if (word_at + sizeof word <= count) memcpy(&word, copy.bytes + word_at, sizeof word);
            put_word(copy.bytes, count, word_at, odd_word(word, state));
        }
    }
    return copy;
}

static size_t count_of(headshot_net_values values) {
    return (size_t)values.height * (size_t)values.width * (size_t)values.channels;
}

// Whether the bytes are a net, which is run then, and read to the last value.
static bool run(const uint8_t *bytes, size_t count) {
    headshot_net *net = headshot_net_open(bytes, count);
    if (!net) return false;
    headshot_net_values input = headshot_net_input(net);
    for (size_t index = 0; index < count_of(input); index++) input.values[index] = (float)(index % 7) / 7;
    headshot_net_run(net);
    float sum = 0;
    for (int index = 0; index < headshot_net_output_count(net); index++) {
        headshot_net_values output = headshot_net_output(net, index);
        for (size_t at = 0; at < count_of(output); at++) sum += output.values[at];
    }
    // Used, so that the reads stay.
    if (sum == INFINITY) fputs("", stderr);
    headshot_net_close(net);
    return true;
}

static int judge(const char *path, long count, long *opened) {
    static struct model model;
    uint64_t state = 2;
    *opened = 0;
    if (!read_model(path, &model) || !run(model.bytes, model.count)) {
        fprintf(stderr, "sanitize: %s is no net\n", path);
        return -1;
    }
    for (long left = count; left > 0; left--) {
        struct picture copy = changed(&model, &state);
        *opened += run(copy.bytes, copy.count);
        free(copy.bytes);
    }
    free(model.bytes);
    return 0;
}

int judge_nets(const char *folder, long count) {
    static const char *const names[] = { "selfie_segmentation", "face_landmark", "face_detection_short_range" };
    long opened;
    if (headshot_net_open(NULL, 0) || headshot_net_open("", 0) || headshot_net_run(NULL) == 0) return -1;
    if (headshot_net_output(NULL, 0).values || headshot_net_input(NULL).values) return -1;
    headshot_net_close(NULL);
    if (judge("Tests/Sanitize/small.tflite", count * 100, &opened) != 0) return -1;
    printf("sanitize: %ld changed small nets, %ld of which could be run\n", count * 100, opened);
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s.tflite", folder, names[index]);
        FILE *file = fopen(path, "rb");
        if (!file) {
            printf("sanitize: %s is missing and was left out; 'make setup-models' brings it\n", path);
            continue;
        }
        fclose(file);
        if (judge(path, count / 8, &opened) != 0) return -1;
        printf("sanitize: %ld changed copies of %s, %ld of which could be run\n", count / 8, path, opened);
    }
    return 0;
}
