// Shows an exploration of schedules the mutexes inside libraries, Swift's runtime above all, and gives controlled threads
// the exploration's time. For programs that explore, and never for one that measures: it takes the place of
// pthread_mutex_lock, _trylock and _unlock, and of clock_gettime.
#ifndef OPERATIONLAB_CSCHEDULEINTERPOSITION_H
#define OPERATIONLAB_CSCHEDULEINTERPOSITION_H

#include <stdbool.h>

/// Whether this program was built with it, and it works here: not under a sanitizer, and on Linux only.
bool oplab_interposition_works(void);

#endif
