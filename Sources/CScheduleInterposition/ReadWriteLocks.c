// Read-write locks and spin locks of the program: choice points, like mutexes.
#include "Interposition.h"

#if OPLAB_INTERPOSES
#include <errno.h>
#include <pthread.h>
#include <time.h>

typedef int (*lock_function)(pthread_rwlock_t *);

// Those that have it are noted, since the lock itself knows no readers: who waits is told whom it waits for.
//
// What writers have done is known to all, and what readers have done to writers only. A reader's address is the one behind it.
static void note_lock(hooks_pointer hooks, pthread_rwlock_t *lock, bool writes) {
    RUN_HOOK(hooks->note_lock(lock, true));
    oplab_note_acquire(lock);
    if (writes) oplab_note_acquire((char *)lock + 1);
}

// The writers that wait in the scheduler for a lock which prefers them, counted in a field of it that glibc doesn't use; those of an
// exploration that has ended don't count, so its number is in another. Changed by who has the scheduling token.
static unsigned *waiting_writers(pthread_rwlock_t *lock) {
    if (lock->__data.__flags != PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return 0;
    if (lock->__data.__pad4 != oplab_explorations) lock->__data.__pad3 = 0;
    lock->__data.__pad4 = oplab_explorations;
    return &lock->__data.__pad3;
}

static int try_in_system(pthread_rwlock_t *lock, bool writes) {
    return writes ? NEXT(lock_function, pthread_rwlock_trywrlock)(lock) : NEXT(lock_function, pthread_rwlock_tryrdlock)(lock);
}

// No reader comes before a writer that waits, if the lock is of that kind.
static int try_lock(pthread_rwlock_t *lock, bool writes) {
    unsigned *writers = writes ? 0 : waiting_writers(lock);
    return writers && *writers ? EBUSY : try_in_system(lock, writes);
}

// Readers share it, so that the scheduler can't give it to one: whoever finds it taken waits until somebody gives it back.
static int lock_until(hooks_pointer hooks, pthread_rwlock_t *lock, bool writes, uint64_t deadline) {
    RUN_HOOK(hooks->reach(oplab_point_store, lock));
    if (lock->__data.__cur_writer == oplab_thread_id()) return EDEADLK;
    unsigned *writers = writes ? waiting_writers(lock) : 0;
    bool waits = false;
    int error;
    while ((error = try_lock(lock, writes)) == EBUSY && IN_HOOK(hooks->now()) < deadline) {
        if (writers && !waits) (*writers)++;
        waits = true;
        RUN_HOOK(hooks->block(lock, deadline));
    }
    if (writers && waits) (*writers)--;
    if (error == EBUSY) {
        // The readers that waited for this writer.
        if (writers) RUN_HOOK(hooks->unblock(lock));
        return ETIMEDOUT;
    }
    if (error) return error;
    note_lock(hooks, lock, writes);
    // Others may read at the same time.
    if (!writes) RUN_HOOK(hooks->reach(oplab_point_load, lock));
    return 0;
}

static int try_to_lock(hooks_pointer hooks, pthread_rwlock_t *lock, bool writes) {
    if (!hooks) return try_in_system(lock, writes);
    RUN_HOOK(hooks->reach(oplab_point_store, lock));
    int error = try_lock(lock, writes);
    if (!error) note_lock(hooks, lock, writes);
    RUN_HOOK(hooks->reach(error ? oplab_point_failed : oplab_point_load, lock));
    return error;
}

#define LOCK(name, writes) int name(pthread_rwlock_t *lock) { \
    PASS_ON(NEXT(lock_function, name), lock); \
    hooks_pointer hooks = hooks_for(CODE); \
    return hooks ? lock_until(hooks, lock, writes, oplab_never) : NEXT(lock_function, name)(lock); }
LOCK(pthread_rwlock_rdlock, false)
LOCK(pthread_rwlock_wrlock, true)

#define TRY(name, writes) int name(pthread_rwlock_t *lock) { \
    PASS_ON(NEXT(lock_function, name), lock); \
    return try_to_lock(hooks_for(CODE), lock, writes); }
TRY(pthread_rwlock_tryrdlock, false)
TRY(pthread_rwlock_trywrlock, true)

#define TIMED(name, writes) int name(pthread_rwlock_t *lock, const struct timespec *time) { \
    PASS_ON(NEXT(int (*)(pthread_rwlock_t *, const struct timespec *), name), lock, time); \
    hooks_pointer hooks = has_nanoseconds(time) ? hooks_for(CODE) : 0; \
    if (hooks) return lock_until(hooks, lock, writes, oplab_deadline(time)); \
    return NEXT(int (*)(pthread_rwlock_t *, const struct timespec *), name)(lock, time); }
TIMED(pthread_rwlock_timedrdlock, false)
TIMED(pthread_rwlock_timedwrlock, true)

#define CLOCKED(name, writes) int name(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *time) { \
    PASS_ON(NEXT(int (*)(pthread_rwlock_t *, clockid_t, const struct timespec *), name), lock, clock, time); \
    hooks_pointer hooks = has_nanoseconds(time) ? hooks_for(CODE) : 0; \
    if (hooks) return lock_until(hooks, lock, writes, oplab_deadline(time)); \
    return NEXT(int (*)(pthread_rwlock_t *, clockid_t, const struct timespec *), name)(lock, clock, time); }
CLOCKED(pthread_rwlock_clockrdlock, false)
CLOCKED(pthread_rwlock_clockwrlock, true)

int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    PASS_ON(NEXT(lock_function, pthread_rwlock_unlock), lock);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) {
        bool wrote = lock->__data.__cur_writer == oplab_thread_id();
        oplab_note_release(wrote ? (char *)lock : (char *)lock + 1);
    }
    int error = NEXT(lock_function, pthread_rwlock_unlock)(lock);
    hooks_pointer others = hooks ? 0 : oplab_hooks_of_others();
    if (others) RUN_HOOK(others->unblock_from_outside(lock));
    if (hooks) {
        if (!error) RUN_HOOK(hooks->note_lock(lock, false));
        RUN_HOOK(hooks->unblock(lock));
        RUN_HOOK(hooks->reach(oplab_point_store, lock));
    }
    return error;
}

// MARK: Spin locks

typedef int (*spin_function)(pthread_spinlock_t *);

static void note_spin_lock(hooks_pointer hooks, pthread_spinlock_t *lock) {
    RUN_HOOK(hooks->note_lock((const void *)lock, true));
    oplab_note_acquire((const void *)lock);
}

int pthread_spin_lock(pthread_spinlock_t *lock) {
    PASS_ON(NEXT(spin_function, pthread_spin_lock), lock);
    hooks_pointer hooks = hooks_for(CODE);
    if (!hooks) return NEXT(spin_function, pthread_spin_lock)(lock);
    RUN_HOOK(hooks->reach(oplab_point_store, (const void *)lock));
    int error;
    while ((error = NEXT(spin_function, pthread_spin_trylock)(lock)) == EBUSY)
        RUN_HOOK(hooks->block((const void *)lock, oplab_never));
    if (!error) note_spin_lock(hooks, lock);
    return error;
}

int pthread_spin_trylock(pthread_spinlock_t *lock) {
    PASS_ON(NEXT(spin_function, pthread_spin_trylock), lock);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) RUN_HOOK(hooks->reach(oplab_point_store, (const void *)lock));
    int error = NEXT(spin_function, pthread_spin_trylock)(lock);
    if (hooks && !error) note_spin_lock(hooks, lock);
    if (hooks && error) RUN_HOOK(hooks->reach(oplab_point_failed, (const void *)lock));
    return error;
}

int pthread_spin_unlock(pthread_spinlock_t *lock) {
    PASS_ON(NEXT(spin_function, pthread_spin_unlock), lock);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) oplab_note_release((const void *)lock);
    int error = NEXT(spin_function, pthread_spin_unlock)(lock);
    hooks_pointer others = hooks ? 0 : oplab_hooks_of_others();
    if (others) RUN_HOOK(others->unblock_from_outside((const void *)lock));
    if (hooks) {
        if (!error) RUN_HOOK(hooks->note_lock((const void *)lock, false));
        RUN_HOOK(hooks->unblock((const void *)lock));
        RUN_HOOK(hooks->reach(oplab_point_unlock, (const void *)lock));
    }
    return error;
}
#endif
