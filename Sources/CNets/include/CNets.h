#ifndef HEADSHOT_CNETS_H
#define HEADSHOT_CNETS_H

#include <stddef.h>

// An evaluator of small neural nets in TensorFlow Lite's format, limited to the operators of three MediaPipe
// models. It asks the system only for memory: no files, no threads, no other calls. No C++ exception leaves it:
// a function that fails returns a negative number or a null pointer.
//
// A model file may be hostile. Opening it checks every read against its length, and the operators' shapes
// against each other; a file that does not fit is refused. An open net holds at most 256 MB, and the arithmetic
// of a run is limited.
//
// Functions on different nets may be called from different threads at once, but not those on the same net. A
// run blocks for some 10 ms, so it does not belong on the threads of Swift's concurrency.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct headshot_net headshot_net;

// Values row by row without gaps; in a row, pixel by pixel; in a pixel, channel by channel. A list has one row,
// with its elements as pixels.
typedef struct {
    // Owned by the net, and valid until it is closed or put to rest. Null if there is no such output.
    float *values;
    int height, width, channels;
} headshot_net_values;

// Opens the model in `count` bytes, which are not needed any more afterwards; null if it cannot be run. The
// caller owns the net and must close it.
headshot_net *headshot_net_open(const void *bytes, size_t count);

// Closes a net; does nothing for null.
void headshot_net_close(headshot_net *net);

// Frees the memory for values, as after opening but for that; the next use of the input takes it anew.
void headshot_net_rest(headshot_net *net);

// The one input: zeros at first, then what the caller writes; runs do not change it. Its values are null if there is no
// memory for them.
headshot_net_values headshot_net_input(headshot_net *net);

// Computes the outputs from the input. Returns 0, or -1 for null and for a net at rest.
int headshot_net_run(headshot_net *net);

// The number of outputs, or -1 for null.
int headshot_net_output_count(const headshot_net *net);

// An output of the latest run, by its index in the file; zeros before the first run.
headshot_net_values headshot_net_output(const headshot_net *net, int index);

#ifdef __cplusplus
}
#endif

#endif
