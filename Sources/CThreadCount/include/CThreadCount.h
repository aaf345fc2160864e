// Counts the threads of a process as they are made: for programs that measure, since it takes the place of
// pthread_create.
#ifndef OPERATIONLAB_CTHREADCOUNT_H
#define OPERATIONLAB_CTHREADCOUNT_H

#include <stdint.h>

/// How many threads this process has created by `pthread_create`, by whichever library; -1 where they aren't
/// counted: under a sanitizer, which needs that function for itself, and elsewhere than on Linux.
int64_t oplab_threads_created(void);

#endif
