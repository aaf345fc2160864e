// What the C library offers beyond POSIX, and Swift's import of it leaves out.
#ifndef DOWNLOADS_CDOWNLOADPLATFORM_H
#define DOWNLOADS_CDOWNLOADPLATFORM_H

#include <stdint.h>

/// Renames a file of a folder, unless the new name is taken, in one step. Returns 0, or the number of the error: EEXIST if
/// it is taken.
int32_t downloads_rename_if_free(int32_t folder, const char *_Nonnull from, const char *_Nonnull to);

/// Reserves disk space for the bytes from `offset` on, and leaves the size of the file as it is. Returns 0, also on a file
/// system that can't, or the number of the error.
int32_t downloads_reserve(int32_t descriptor, int64_t offset, int64_t count);

/// How many columns the terminal behind `descriptor` has; 0 if there is none.
int32_t downloads_terminal_columns(int32_t descriptor);

#endif
