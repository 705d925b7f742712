// Stops libjpeg's failures inside the function that called it.

#ifndef HEADSHOT_JPEG_FAILURE_H
#define HEADSHOT_JPEG_FAILURE_H

#include <setjmp.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CJPEGTurbo.h"

/// An error manager that jumps to `exit` with the status of the failure.
struct failure {
    // First, so that libjpeg's pointer to it also points to the whole struct.
    struct jpeg_error_mgr manager;
    jmp_buf exit;
    enum headshot_jpeg_status status;
};

/// Sets up `failure`, whose status is done until something fails; the caller must call setjmp(failure->exit) before
/// it calls libjpeg.
struct jpeg_error_mgr *headshot_jpeg_failure(struct failure *failure);

#endif
