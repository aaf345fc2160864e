#define _GNU_SOURCE
#include "CThreadCount.h"

#include "CPlatform.h"

#if !defined(OPLAB_SANITIZED)
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

// A thread that has ended leaves no trace that a process could read, so they are counted where they are made. The
// executable's definition comes before all libraries', and is what Dispatch and the runtime call, too. It costs an
// increment beside the ten microseconds and more that a thread takes.

// Makes it a thread of an exploration, if one controls the caller; null in a program without an explorer (CScheduleInterposition).
int oplab_create_thread(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument, const void *caller)
    __attribute__((weak));

typedef int (*create_function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

static int64_t created = 0;
static create_function next_create = 0;

int64_t oplab_threads_created(void) { return __atomic_load_n(&created, __ATOMIC_RELAXED); }

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    __atomic_add_fetch(&created, 1, __ATOMIC_RELAXED);
    if (oplab_create_thread) {
        return oplab_create_thread(thread, attributes, body, argument, __builtin_return_address(0));
    }
    // Threads that come here at once find the same function, so it doesn't matter whose store is the last.
    create_function create = __atomic_load_n(&next_create, __ATOMIC_RELAXED);
    if (!create) {
        create = (create_function)dlsym(RTLD_NEXT, "pthread_create");
        if (!create) abort();
        __atomic_store_n(&next_create, create, __ATOMIC_RELAXED);
    }
    return create(thread, attributes, body, argument);
}
#else
int64_t oplab_threads_created(void) { return -1; }
#endif
