#include "CStandardStreams.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) void oplab_reserve_standard_streams(void) {
    for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
        // `open` returns the lowest free number, which is this one. If it fails, a write fails in another way.
        int opened = open("/dev/null", O_RDONLY);
        (void)opened;
    }
}
