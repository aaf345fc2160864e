#ifndef DOWNLOADS_CGD_SHIM_H
#define DOWNLOADS_CGD_SHIM_H

#include <gd.h>

// An error of the library goes to a function with a list of arguments, which Swift can't be. By default it is printed.
static inline void downloads_ignore_gd_message(int priority, const char *format, va_list arguments) {
    (void)priority;
    (void)format;
    (void)arguments;
}

/// From now on the library prints nothing: what went wrong shows in what its functions return.
static inline void downloads_silence_gd(void) { gdSetErrorMethod(downloads_ignore_gd_message); }

#endif
