// Condition variables and semaphores, of the system and of Dispatch: a thread of an exploration waits in the scheduler.
#include "Dispatch.h"

#if OPLAB_INTERPOSES
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

uint64_t oplab_deadline(const struct timespec *time) {
    int64_t nanoseconds;
    if (__builtin_mul_overflow((int64_t)time->tv_sec, 1000000000, &nanoseconds)
        || __builtin_add_overflow(nanoseconds, (int64_t)time->tv_nsec, &nanoseconds)) return time->tv_sec > 0 ? oplab_never : 0;
    return nanoseconds > (int64_t)oplab_epoch ? (uint64_t)nanoseconds - oplab_epoch : 0;
}

uint64_t oplab_next_look(hooks_pointer hooks, uint64_t *pause, uint64_t deadline) {
    uint64_t next;
    if (!*pause) *pause = 1000;
    if (__builtin_add_overflow(IN_HOOK(hooks->now()), *pause, &next) || next > deadline) next = deadline;
    if (__builtin_mul_overflow(*pause, 4, pause)) *pause = oplab_never;
    return next;
}

// MARK: Condition variables

// glibc keeps an older kind of condition variable under the same names, and a search without a version may find that.
static void *next_condition(void **known, const char *name) {
    void *found = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (!found) {
        found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
        if (!found) return oplab_next_of(known, name);
        __atomic_store_n(known, found, __ATOMIC_RELAXED);
    }
    return found;
}
#define NEXT_CONDITION(type, name) ({ static void *known = 0; (type)next_condition(&known, #name); })

// There is a choice point before the wait. A thread that signals without the mutex may run between the check and the wait; the signal
// is then lost. There is none between giving the mutex back and beginning to wait: that is one step.
static int wait_on(
    hooks_pointer hooks, pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t deadline) {
    RUN_HOOK(hooks->reach(oplab_point_park, condition));
    uint64_t ticket = IN_HOOK(hooks->begin_wait(condition));
    int error = oplab_unlock_in_program(hooks, mutex, false);
    if (error) return error;
    bool is_late = false, is_signalled;
    while (!(is_signalled = IN_HOOK(hooks->take_signal(condition, ticket, is_late))) && !is_late) {
        RUN_HOOK(hooks->block(condition, deadline));
        is_late = has_come(hooks, deadline);
    }
    error = oplab_lock_in_program(hooks, mutex, oplab_never);
    return error ? error : is_signalled ? 0 : ETIMEDOUT;
}

static int wait_until(
    hooks_pointer hooks, pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
    return has_nanoseconds(time) ? wait_on(hooks, condition, mutex, oplab_deadline(time)) : EINVAL;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    PASS_ON(NEXT_CONDITION(int (*)(pthread_cond_t *, pthread_mutex_t *), pthread_cond_wait), condition, mutex);
    hooks_pointer hooks = hooks_for_cpp_too(CODE);
    if (hooks) return wait_on(hooks, condition, mutex, oplab_never);
    return NEXT_CONDITION(int (*)(pthread_cond_t *, pthread_mutex_t *), pthread_cond_wait)(condition, mutex);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time) {
    PASS_ON(
        NEXT_CONDITION(int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *), pthread_cond_timedwait),
        condition, mutex, time);
    hooks_pointer hooks = hooks_for_cpp_too(CODE);
    if (hooks) return wait_until(hooks, condition, mutex, time);
    return NEXT_CONDITION(
        int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *), pthread_cond_timedwait)(
        condition, mutex, time);
}

int pthread_cond_clockwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *time) {
    PASS_ON(
        NEXT(int (*)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *), pthread_cond_clockwait),
        condition, mutex, clock, time);
    hooks_pointer hooks = hooks_for_cpp_too(CODE);
    if (hooks) return wait_until(hooks, condition, mutex, time);
    return NEXT(
        int (*)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *), pthread_cond_clockwait)(
        condition, mutex, clock, time);
}

static void signal(pthread_cond_t *condition, bool all, const void *code) {
    hooks_pointer hooks = hooks_for_cpp_too(code), others = hooks ? 0 : oplab_hooks_of_others();
    if (hooks) {
        RUN_HOOK(hooks->reach(oplab_point_store, condition));
        RUN_HOOK(hooks->signal(condition, all));
    }
    if (others) RUN_HOOK(others->signal_from_outside(condition, all));
}

// Both also signal threads that no exploration controls.
int pthread_cond_signal(pthread_cond_t *condition) {
    PASS_ON(NEXT_CONDITION(int (*)(pthread_cond_t *), pthread_cond_signal), condition);
    signal(condition, false, CODE);
    return NEXT_CONDITION(int (*)(pthread_cond_t *), pthread_cond_signal)(condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
    PASS_ON(NEXT_CONDITION(int (*)(pthread_cond_t *), pthread_cond_broadcast), condition);
    signal(condition, true, CODE);
    return NEXT_CONDITION(int (*)(pthread_cond_t *), pthread_cond_broadcast)(condition);
}

// MARK: Semaphores

typedef int (*semaphore_function)(sem_t *);

static int wait_for(hooks_pointer hooks, sem_t *semaphore, uint64_t deadline) {
    RUN_HOOK(hooks->reach(oplab_point_park, semaphore));
    while (NEXT(semaphore_function, sem_trywait)(semaphore) != 0) {
        if (errno != EAGAIN) return -1;
        if (has_come(hooks, deadline)) {
            errno = ETIMEDOUT;
            return -1;
        }
        RUN_HOOK(hooks->block(semaphore, deadline));
    }
    oplab_note_acquire(semaphore);
    return 0;
}

int sem_wait(sem_t *semaphore) {
    PASS_ON(NEXT(semaphore_function, sem_wait), semaphore);
    hooks_pointer hooks = hooks_for(CODE);
    return hooks ? wait_for(hooks, semaphore, oplab_never) : NEXT(semaphore_function, sem_wait)(semaphore);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *time) {
    PASS_ON(NEXT(int (*)(sem_t *, const struct timespec *), sem_timedwait), semaphore, time);
    hooks_pointer hooks = has_nanoseconds(time) ? hooks_for(CODE) : 0;
    if (hooks) return wait_for(hooks, semaphore, oplab_deadline(time));
    return NEXT(int (*)(sem_t *, const struct timespec *), sem_timedwait)(semaphore, time);
}

int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *time) {
    PASS_ON(NEXT(int (*)(sem_t *, clockid_t, const struct timespec *), sem_clockwait), semaphore, clock, time);
    hooks_pointer hooks = has_nanoseconds(time) ? hooks_for(CODE) : 0;
    if (hooks) return wait_for(hooks, semaphore, oplab_deadline(time));
    return NEXT(int (*)(sem_t *, clockid_t, const struct timespec *), sem_clockwait)(semaphore, clock, time);
}

int sem_trywait(sem_t *semaphore) {
    PASS_ON(NEXT(semaphore_function, sem_trywait), semaphore);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) RUN_HOOK(hooks->reach(oplab_point_park, semaphore));
    int error = NEXT(semaphore_function, sem_trywait)(semaphore), number = errno;
    if (hooks && !error) oplab_note_acquire(semaphore);
    if (hooks && error) RUN_HOOK(hooks->reach(oplab_point_failed, semaphore));
    errno = number;
    return error;
}

int sem_post(sem_t *semaphore) {
    PASS_ON(NEXT(semaphore_function, sem_post), semaphore);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) oplab_note_release(semaphore);
    int error = NEXT(semaphore_function, sem_post)(semaphore);
    hooks_pointer others = hooks ? 0 : oplab_hooks_of_others();
    if (others) RUN_HOOK(others->unblock_from_outside(semaphore));
    if (hooks) {
        RUN_HOOK(hooks->unblock(semaphore));
        RUN_HOOK(hooks->reach(oplab_point_unpark, semaphore));
    }
    return error;
}

// MARK: Dispatch's semaphores

uint64_t oplab_deadline_of_dispatch(uint64_t time) {
    if (time == UINT64_MAX) return oplab_never;
    int64_t nanoseconds = (int64_t)time < 0 ? -(int64_t)time : (int64_t)time;
    return nanoseconds > (int64_t)oplab_epoch ? (uint64_t)nanoseconds - oplab_epoch : 0;
}

long oplab_wait_in_dispatch(
    hooks_pointer hooks, wait_function wait, void *object, uint64_t time, bool is_announced) {
    RUN_HOOK(hooks->reach(oplab_point_park, object));
    uint64_t deadline = oplab_deadline_of_dispatch(time), pause = 0;
    while (wait(object, 0) != 0) {
        if (has_come(hooks, deadline)) return 1;
        uint64_t next = is_announced ? deadline : oplab_next_look(hooks, &pause, deadline);
        if (next == deadline) RUN_HOOK(hooks->block(object, deadline));
        else RUN_HOOK(hooks->look(object, next));
    }
    oplab_note_acquire(object);
    return 0;
}

long dispatch_semaphore_wait(void *semaphore, uint64_t time) {
    wait_function wait = NEXT(wait_function, dispatch_semaphore_wait);
    PASS_ON(wait, semaphore, time);
    hooks_pointer hooks = hooks_for(CODE);
    return hooks ? oplab_wait_in_dispatch(hooks, wait, semaphore, time, true) : wait(semaphore, time);
}

long dispatch_semaphore_signal(void *semaphore) {
    PASS_ON(NEXT(long (*)(void *), dispatch_semaphore_signal), semaphore);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) oplab_note_release(semaphore);
    long woken = NEXT(long (*)(void *), dispatch_semaphore_signal)(semaphore);
    hooks_pointer others = hooks ? 0 : oplab_hooks_of_others();
    if (others) RUN_HOOK(others->unblock_from_outside(semaphore));
    if (hooks) {
        RUN_HOOK(hooks->unblock(semaphore));
        RUN_HOOK(hooks->reach(oplab_point_unpark, semaphore));
    }
    return woken;
}
#endif
