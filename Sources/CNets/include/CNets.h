#ifndef HEADSHOT_CNETS_H
#define HEADSHOT_CNETS_H

#include <stddef.h>

// An evaluator of small neural nets in TensorFlow Lite's format: of the operators of three MediaPipe models and no others.
// It asks the system for memory only: no files, no threads, no other calls. No C++ exception leaves it: a function that
// fails returns a negative number or a null pointer.
//
// A model file may be hostile. Every read of it is checked against its length and every operator's shapes against each
// other when it is opened; a file that does not fit is refused. An open net holds at most 256 MB, and the arithmetic of a
// run is limited.
//
// Functions on different nets may be called from different threads at once, those on one net may not. A run blocks for
// some 10 ms, so it does not belong on the threads of Swift's concurrency.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct headshot_net headshot_net;

// Values in rows, row after row without gaps; in a row, pixel after pixel; in a pixel, channel after channel. Lists have one
// row, and what they list are its pixels.
typedef struct {
    // Owned by the net, and there until it is closed. Null where there is no such output.
    float *values;
    int height, width, channels;
} headshot_net_values;

// Opens the model in `count` bytes; null where it is none that can be run. The bytes are not needed any more afterwards.
// Owned by the caller, who closes it.
headshot_net *headshot_net_open(const void *bytes, size_t count);

// Closes a net; null is none.
void headshot_net_close(headshot_net *net);

// The one input: zeros at first, then what the caller writes, which runs leave alone.
headshot_net_values headshot_net_input(headshot_net *net);

// Computes the outputs from the input. Returns 0, or -1 where there is no net.
int headshot_net_run(headshot_net *net);

// The number of outputs, or -1 where there is no net.
int headshot_net_output_count(const headshot_net *net);

// An output, in the file's order, of the latest run; zeros before the first.
headshot_net_values headshot_net_output(const headshot_net *net, int index);

#ifdef __cplusplus
}
#endif

#endif
