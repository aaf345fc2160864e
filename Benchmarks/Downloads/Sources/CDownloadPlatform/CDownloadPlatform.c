#define _GNU_SOURCE
#include "CDownloadPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int32_t downloads_rename_if_free(int32_t folder, const char *from, const char *to) {
    if (renameat2(folder, from, folder, to, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return errno;
    // A file system that can't: a second name, and the first one taken away. Both name the whole file.
    if (linkat(folder, from, folder, to, 0) != 0) return errno;
    return unlinkat(folder, from, 0) == 0 ? 0 : errno;
}

int32_t downloads_reserve(int32_t descriptor, int64_t offset, int64_t count) {
    if (fallocate(descriptor, FALLOC_FL_KEEP_SIZE, offset, count) == 0) return 0;
    return errno == EOPNOTSUPP || errno == ENOSYS ? 0 : errno;
}

int32_t downloads_terminal_columns(int32_t descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
