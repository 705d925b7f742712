#ifndef HEADSHOT_CFACEANALYSIS_H
#define HEADSHOT_CFACEANALYSIS_H

#include <stdint.h>

// A plain C interface to dlib's frontal face detector and shape predictor. No C++ exception leaves it: a
// function that fails returns a negative number or a null pointer. Every function may be called from any
// thread; each blocks, so none belongs on the threads of Swift's concurrency.
//
// Pictures are 8-bit grey, row by row without gaps; boxes and points are in their pixels.

#ifdef __cplusplus
extern "C" {
#endif

// The detector's views, in the order of dlib's weights: front, nose to the left, nose to the right, rolled
// counter-clockwise, rolled clockwise.
enum { headshot_view_count = 5 };

typedef struct {
    double left, top, width, height;
    // The detector's score; 0 is dlib's own threshold.
    double score;
    // The view that scored highest.
    int view;
} headshot_face;

typedef struct {
    // The highest score of each view near the middle of the crop; `headshot_view_floor` if there is none.
    double scores[headshot_view_count];
    // The average box of the best windows of the best view, finer than the detector's own steps of a fifth.
    headshot_face face;
} headshot_views;

// Below this score, windows are not reported by `headshot_face_views`.
static const double headshot_view_floor = -2.5;

// Reads the detector's weights, once a process: some milliseconds. Returns 0, or -1.
int headshot_face_warm_up(void);

// Whether the detector is the one that the installed dlib has: 1, 0, or -1 for a failure. Takes half a second.
int headshot_face_detector_is_current(void);

// Finds faces that score at least `threshold` and are at least 80 pixels wide, best first. Larger
// faces are looked for in the picture made smaller by a sixth again and again, `sizes` times at
// most. Returns how many were written to `faces`, at most `capacity`, or -1.
int headshot_face_detect(
    const uint8_t *grey, int width, int height, double threshold, int sizes, headshot_face *faces,
    int capacity);

// Scores the five views of the one face in the middle of a crop 1.9 faces wide. Returns 0, or -1 if nothing
// scores above the floor.
int headshot_face_views(const uint8_t *grey, int width, int height, headshot_views *views);

#ifdef __cplusplus
}
#endif

#endif
