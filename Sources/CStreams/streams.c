#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "CStreams.h"

// A program that was started with a closed standard stream (`>&-`) would be handed its number for the first file that
// it opens, and would write its answers or its log into the queue or the payments journal. So each closed one is taken
// before main, and before Swift's runtime, which opens its own descriptors before main's first line.
// Standard input and output are opened the wrong way round: to use them fails as if they were closed.
// What goes to standard error is lost, as was asked.
__attribute__((constructor)) static void take_closed_streams(void) {
    static const int modes[] = { O_WRONLY, O_RDONLY, O_WRONLY };
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        // The lowest free number is given, which is this one.
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF) open("/dev/null", modes[stream]);
    }
}
