#include "failure.h"

#include <jerror.h>

// Some cameras leave a few bytes between the last pixel and the end marker. More bytes mean pixels that were
// not understood: one block of 8 by 8 of a good photo takes 20 bytes and more.
static const int most_padding_bytes = 32;

static bool is_damage(const struct jpeg_error_mgr *manager) {
    switch (manager->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_JPEG_EOF:
    case JWRN_MUST_RESYNC:
        return true;
    case JWRN_EXTRANEOUS_DATA:
        return manager->msg_parm.i[0] > most_padding_bytes;
    default:
        // Phones write wrong but harmless scan parameters, versions and profiles.
        return false;
    }
}

_Noreturn static void leave(j_common_ptr jpeg) {
    struct failure *failure = (struct failure *) jpeg->err;
    int code = jpeg->err->msg_code;
    failure->status = code == JERR_OUT_OF_MEMORY || code == JERR_BUFFER_SIZE
        ? HEADSHOT_JPEG_NO_ROOM : HEADSHOT_JPEG_DAMAGED;
    longjmp(failure->exit, 1);
}

static void note(j_common_ptr jpeg, int level) {
    bool is_warning = level < 0;
    if (!is_warning) return;
    jpeg->err->num_warnings++;
    if (is_damage(jpeg->err)) leave(jpeg);
}

static void stay_silent(j_common_ptr jpeg) { (void) jpeg; }

struct jpeg_error_mgr *headshot_jpeg_failure(struct failure *failure) {
    jpeg_std_error(&failure->manager);
    failure->manager.error_exit = leave;
    failure->manager.emit_message = note;
    failure->manager.output_message = stay_silent;
    failure->status = HEADSHOT_JPEG_DONE;
    return &failure->manager;
}
