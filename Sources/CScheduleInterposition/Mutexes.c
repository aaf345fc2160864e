// Mutexes and read-write locks: those of the program are choice points, those of Swift's runtime are only waited for.
#include "Interposition.h"

#if OPLAB_INTERPOSES
#include <errno.h>
#include <pthread.h>

typedef int (*mutex_function)(pthread_mutex_t *);

// The kernel's number of the thread that holds it: glibc keeps that of every kind of mutex.
static bool is_held_by_this_thread(pthread_mutex_t *mutex) {
    return mutex->__data.__owner == oplab_thread_id();
}

// Whether another lock of one that this thread holds returns at once: with one more level, or with an error.
static bool is_lockable_again(pthread_mutex_t *mutex) {
    int kind = mutex->__data.__kind & 3;
    return kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK;
}

// Of a mutex that passes on priority the kernel knows the owner, too.
static void prepare(pthread_mutex_t *mutex) { if (mutex->__data.__kind & PTHREAD_PRIO_INHERIT << 5) oplab_run_at_home(false); }
#define OF_SYSTEM(type, name) (prepare(mutex), NEXT(type, name))

// How many controlled threads wait for a mutex. Those of an abandoned schedule count on, which costs no more than time.
static int waiters = 0;

int oplab_lock_in_program(hooks_pointer hooks, void *address, uint64_t deadline) {
    pthread_mutex_t *mutex = address;
    if (is_lockable_again(mutex) && is_held_by_this_thread(mutex)) return OF_SYSTEM(mutex_function, pthread_mutex_lock)(mutex);
    // The scheduler gives it to a thread that waits for ever. One that doesn't tries for itself.
    bool is_given = deadline == oplab_never;
    RUN_HOOK(hooks->reach(is_given ? oplab_point_lock : oplab_point_store, mutex));
    for (;;) {
        int error = OF_SYSTEM(mutex_function, pthread_mutex_trylock)(mutex);
        if (error != EBUSY) {
            if (!error && !is_given) RUN_HOOK(hooks->did_lock(mutex));
            oplab_note_acquire(mutex);
            return error;
        }
        if (IN_HOOK(hooks->now()) >= deadline) return ETIMEDOUT;
        __atomic_fetch_add(&waiters, 1, __ATOMIC_RELAXED);
        RUN_HOOK(hooks->block(mutex, deadline));
        __atomic_fetch_sub(&waiters, 1, __ATOMIC_RELAXED);
    }
}

int oplab_unlock_in_program(hooks_pointer hooks, void *address, bool is_point) {
    pthread_mutex_t *mutex = address;
    bool stays = mutex->__data.__count > 1 && is_held_by_this_thread(mutex);
    oplab_note_release(mutex);
    int error = OF_SYSTEM(mutex_function, pthread_mutex_unlock)(mutex);
    if (error || stays) return error;
    RUN_HOOK(hooks->unblock(mutex));
    if (is_point) RUN_HOOK(hooks->reach(oplab_point_unlock, mutex));
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *mutex) {
    PASS_ON(NEXT(mutex_function, pthread_mutex_lock), mutex);
    enum caller caller = oplab_caller(CODE);
    hooks_pointer hooks = caller == caller_system ? 0 : oplab_hooks_of_this_thread();
    if (hooks && caller == caller_program) return oplab_lock_in_program(hooks, mutex, oplab_never);
    if (hooks) RUN_HOOK(hooks->will_lock(mutex));
    int error = OF_SYSTEM(mutex_function, pthread_mutex_lock)(mutex);
    if (hooks && oplab_caller(mutex) == caller_program) oplab_note_acquire(mutex);
    return error;
}

int pthread_mutex_trylock(pthread_mutex_t *mutex) {
    PASS_ON(NEXT(mutex_function, pthread_mutex_trylock), mutex);
    enum caller caller = oplab_caller(CODE);
    hooks_pointer hooks = caller == caller_system ? 0 : oplab_hooks_of_this_thread();
    if (hooks && caller == caller_program) RUN_HOOK(hooks->reach(oplab_point_store, mutex));
    int error = OF_SYSTEM(mutex_function, pthread_mutex_trylock)(mutex);
    if (error == EBUSY && hooks && caller == caller_program) RUN_HOOK(hooks->reach(oplab_point_failed, mutex));
    if (error || !hooks) return error;
    if (oplab_caller(mutex) == caller_program) oplab_note_acquire(mutex);
    if (caller == caller_runtime) {
        // It has it, so nobody else does: this only says who.
        RUN_HOOK(hooks->will_lock(mutex));
    } else if (mutex->__data.__count <= 1) {
        RUN_HOOK(hooks->did_lock(mutex));
    }
    return 0;
}

// A time that is none is refused, but by a mutex that is free.
static int lock_until(hooks_pointer hooks, pthread_mutex_t *mutex, const struct timespec *time) {
    if (has_nanoseconds(time)) return oplab_lock_in_program(hooks, mutex, oplab_deadline(time));
    int error = oplab_lock_in_program(hooks, mutex, 0);
    return error == ETIMEDOUT ? EINVAL : error;
}

int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time) {
    PASS_ON(NEXT(int (*)(pthread_mutex_t *, const struct timespec *), pthread_mutex_timedlock), mutex, time);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) return lock_until(hooks, mutex, time);
    return OF_SYSTEM(int (*)(pthread_mutex_t *, const struct timespec *), pthread_mutex_timedlock)(mutex, time);
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time) {
    PASS_ON(
        NEXT(int (*)(pthread_mutex_t *, clockid_t, const struct timespec *), pthread_mutex_clocklock), mutex, clock, time);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) return lock_until(hooks, mutex, time);
    return OF_SYSTEM(int (*)(pthread_mutex_t *, clockid_t, const struct timespec *), pthread_mutex_clocklock)(mutex, clock, time);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    PASS_ON(NEXT(mutex_function, pthread_mutex_unlock), mutex);
    enum caller caller = oplab_caller(CODE);
    hooks_pointer hooks = caller == caller_system ? 0 : oplab_hooks_of_this_thread();
    if (hooks && caller == caller_program) return oplab_unlock_in_program(hooks, mutex, true);
    if (hooks && oplab_caller(mutex) == caller_program) oplab_note_release(mutex);
    int error = OF_SYSTEM(mutex_function, pthread_mutex_unlock)(mutex);
    // A thread outside may have given it to one that waits in the scheduler.
    bool may = !hooks && caller == caller_program && __atomic_load_n(&waiters, __ATOMIC_RELAXED) > 0;
    hooks_pointer others = may ? oplab_hooks_of_others() : 0;
    if (others) RUN_HOOK(others->unblock_from_outside(mutex));
    if (hooks && caller == caller_runtime) RUN_HOOK(hooks->did_unlock(mutex));
    return error;
}
#endif
