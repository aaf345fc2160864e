// What an exploration doesn't control, and so can't judge: it says that the program has used it.
#include "Interposition.h"

#if OPLAB_INTERPOSES
#include <pthread.h>
#include <sys/types.h>

void oplab_note_unseen(const char *what) {
    hooks_pointer hooks = oplab_hooks_of_this_thread();
    if (!hooks) return;
    RUN_HOOK(hooks->note_unseen(what));
    oplab_note_release(&oplab_outside);
}

static void note(const char *what, const void *code) { if (oplab_caller(code) == caller_program) oplab_note_unseen(what); }

// For each function: its result, its parameters, and what it is called with.
#define UNSEEN(result, name, parameters, ...) result name parameters { \
    PASS_ON(NEXT(result (*) parameters, name), __VA_ARGS__); \
    note(#name, CODE); \
    return NEXT(result (*) parameters, name)(__VA_ARGS__); }

typedef void (*body_function)(void *);
typedef void (*numbered_function)(void *, unsigned long);

UNSEEN(void, dispatch_async_f, (void *queue, void *context, body_function body), queue, context, body)
UNSEEN(void, dispatch_barrier_async_f, (void *queue, void *context, body_function body), queue, context, body)
UNSEEN(void, dispatch_sync_f, (void *queue, void *context, body_function body), queue, context, body)
UNSEEN(void, dispatch_barrier_sync_f, (void *queue, void *context, body_function body), queue, context, body)
UNSEEN(void, dispatch_async_and_wait_f, (void *queue, void *context, body_function body), queue, context, body)
UNSEEN(void, dispatch_barrier_async_and_wait_f, (void *queue, void *context, body_function body), queue, context, body)
UNSEEN(void, dispatch_after_f, (uint64_t when, void *queue, void *context, body_function body), when, queue, context, body)
UNSEEN(void, dispatch_apply_f,
       (unsigned long count, void *queue, void *context, numbered_function body), count, queue, context, body)

UNSEEN(void, dispatch_group_async_f,
       (void *group, void *queue, void *context, body_function body), group, queue, context, body)
UNSEEN(void, dispatch_group_notify_f,
       (void *group, void *queue, void *context, body_function body), group, queue, context, body)

UNSEEN(void, dispatch_block_notify, (void *block, void *queue, void *other), block, queue, other)

UNSEEN(void *, dispatch_source_create,
       (void *type, uintptr_t handle, uintptr_t mask, void *queue), type, handle, mask, queue)
UNSEEN(void, dispatch_read, (int file, size_t length, void *queue, void *block), file, length, queue, block)
UNSEEN(void, dispatch_write, (int file, void *data, void *queue, void *block), file, data, queue, block)
UNSEEN(void *, dispatch_io_create,
       (unsigned long type, int file, void *queue, void *block), type, file, queue, block)
UNSEEN(void *, dispatch_io_create_with_path,
       (unsigned long type, const char *path, int flags, mode_t mode, void *queue, void *block),
       type, path, flags, mode, queue, block)
UNSEEN(void *, dispatch_io_create_with_io,
       (unsigned long type, void *io, void *queue, void *block), type, io, queue, block)

// No wait of an exploration ends by it.
UNSEEN(int, pthread_cancel, (pthread_t thread), thread)
UNSEEN(int, pthread_tryjoin_np, (pthread_t thread, void **result), thread, result)
UNSEEN(int, pthread_timedjoin_np,
       (pthread_t thread, void **result, const struct timespec *time), thread, result, time)
UNSEEN(int, pthread_clockjoin_np,
       (pthread_t thread, void **result, clockid_t clock, const struct timespec *time), thread, result, clock, time)
UNSEEN(int, pthread_barrier_wait, (pthread_barrier_t *barrier), barrier)

// Threads of C. The system's library doesn't ask for its own functions by their names, so those above aren't called.
UNSEEN(int, thrd_create, (void *thread, void *body, void *argument), thread, body, argument)
UNSEEN(int, mtx_lock, (void *mutex), mutex)
UNSEEN(int, mtx_timedlock, (void *mutex, const struct timespec *time), mutex, time)
UNSEEN(int, cnd_wait, (void *condition, void *mutex), condition, mutex)
UNSEEN(int, cnd_timedwait, (void *condition, void *mutex, const struct timespec *time), condition, mutex, time)
UNSEEN(void, call_once, (void *flag, void *body), flag, body)
#endif
