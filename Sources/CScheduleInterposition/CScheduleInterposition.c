#define _GNU_SOURCE
#include "CScheduleInterposition.h"

#include "CPlatform.h"

#if !defined(OPLAB_SANITIZED)
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

// What the explorer has told to do; null while no exploration runs. Written before its threads begin and after they have
// ended; what threads outside of the exploration see doesn't matter, since it isn't for them.
static const struct oplab_interposition_hooks *hooks = 0;

// A hook is Swift, which takes mutexes of the runtime itself: those are taken as they are.
static _Thread_local bool is_inside = false;

typedef int (*mutex_function)(pthread_mutex_t *);
typedef int (*clock_function)(clockid_t, struct timespec *);

// Threads that come here at once find the same function, so it doesn't matter whose store is the last.
static void *next_of(void **known, const char *name) {
    void *found = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (!found) {
        found = dlsym(RTLD_NEXT, name);
        if (!found) abort();
        __atomic_store_n(known, found, __ATOMIC_RELAXED);
    }
    return found;
}

// Where the code of the allocator lies. A hook allocates, so it must not be called in the middle of that: the
// allocator's mutexes are taken as they are. Written before any hook is set.
static uintptr_t allocator_begin = 0, allocator_end = 0;

static int note_if_allocator(struct dl_phdr_info *object, size_t size, void *address_of_malloc) {
    uintptr_t address = (uintptr_t)address_of_malloc, begin = UINTPTR_MAX, end = 0;
    for (int index = 0; index < object->dlpi_phnum; index++) {
        if (object->dlpi_phdr[index].p_type != PT_LOAD) continue;
        uintptr_t first = object->dlpi_addr + object->dlpi_phdr[index].p_vaddr;
        uintptr_t last = first + object->dlpi_phdr[index].p_memsz;
        if (first < begin) begin = first;
        if (last > end) end = last;
    }
    if (address < begin || address >= end) return 0;
    allocator_begin = begin;
    allocator_end = end;
    return 1;
}

// Inlined into the function that was called: its return address says by whom.
#define IS_CALLED_BY_ALLOCATOR \
    ((uintptr_t)__builtin_return_address(0) - allocator_begin < allocator_end - allocator_begin)

static const struct oplab_interposition_hooks *hooks_of_this_thread(void) {
    const struct oplab_interposition_hooks *current = __atomic_load_n(&hooks, __ATOMIC_ACQUIRE);
    if (!current || is_inside) return 0;
    is_inside = true;
    bool controlled = current->controls_calling_thread();
    is_inside = false;
    return controlled ? current : 0;
}

void oplab_interpose(const struct oplab_interposition_hooks *new_hooks) {
    if (allocator_end == 0) dl_iterate_phdr(note_if_allocator, dlsym(RTLD_DEFAULT, "malloc"));
    __atomic_store_n(&hooks, new_hooks, __ATOMIC_RELEASE);
}

bool oplab_interposition_works(void) { return true; }

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    static void *known = 0;
    mutex_function lock = (mutex_function)next_of(&known, "pthread_mutex_lock");
    const struct oplab_interposition_hooks *current = IS_CALLED_BY_ALLOCATOR ? 0 : hooks_of_this_thread();
    if (!current) return lock(mutex);
    is_inside = true;
    current->will_lock(mutex);
    is_inside = false;
    return lock(mutex);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    static void *known = 0;
    int error = ((mutex_function)next_of(&known, "pthread_mutex_trylock"))(mutex);
    const struct oplab_interposition_hooks *current =
        error || IS_CALLED_BY_ALLOCATOR ? 0 : hooks_of_this_thread();
    if (current) {
        // It has it, so nobody else does: this only says who.
        is_inside = true;
        current->will_lock(mutex);
        is_inside = false;
    }
    return error;
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    static void *known = 0;
    mutex_function unlock = (mutex_function)next_of(&known, "pthread_mutex_unlock");
    int error = unlock(mutex);
    const struct oplab_interposition_hooks *current = IS_CALLED_BY_ALLOCATOR ? 0 : hooks_of_this_thread();
    if (current) {
        is_inside = true;
        current->did_unlock(mutex);
        is_inside = false;
    }
    return error;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    static void *known = 0;
    bool tells_time = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW
        || clock == CLOCK_BOOTTIME;
    const struct oplab_interposition_hooks *current = tells_time ? hooks_of_this_thread() : 0;
    if (!current) return ((clock_function)next_of(&known, "clock_gettime"))(clock, time);
    is_inside = true;
    // A fixed date, so that no time is negative or near to zero.
    uint64_t now = 1000000000000000000u + current->now();
    is_inside = false;
    time->tv_sec = (time_t)(now / 1000000000u);
    time->tv_nsec = (long)(now % 1000000000u);
    return 0;
}
#else
bool oplab_interposition_works(void) { return false; }
#endif
