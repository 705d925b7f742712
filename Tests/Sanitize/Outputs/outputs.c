// Prints each value that nets compute from the same input, exactly: outputs MODEL…
#include <stdio.h>
#include <stdlib.h>

#include "../../../Sources/CNets/include/CNets.h"

enum { most_bytes = 4 << 20 };

static size_t count_of(headshot_net_values values) {
    return (size_t)values.height * (size_t)values.width * (size_t)values.channels;
}

static int print(const char *path) {
    static char bytes[most_bytes];
    FILE *file = fopen(path, "rb");
    if (!file) return -1;
    size_t count = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    headshot_net *net = headshot_net_open(bytes, count);
    if (!net) return -1;
    headshot_net_values input = headshot_net_input(net);
    for (size_t index = 0; index < count_of(input); index++) input.values[index] = (float)(index * 7919 % 1000) / 1000;
    headshot_net_run(net);
    for (int index = 0; index < headshot_net_output_count(net); index++) {
        headshot_net_values output = headshot_net_output(net, index);
        for (size_t at = 0; at < count_of(output); at++) printf("%a\n", (double)output.values[at]);
    }
    headshot_net_close(net);
    return 0;
}

int main(int count, char **paths) {
    for (int index = 1; index < count; index++) {
        if (print(paths[index]) == 0) continue;
        fprintf(stderr, "outputs: %s is no net\n", paths[index]);
        return 1;
    }
    return 0;
}
