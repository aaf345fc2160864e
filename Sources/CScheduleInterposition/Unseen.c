// What an exploration doesn't control, and so can't judge: it says that the program has used it.
#include "Interposition.h"

#if OPLAB_INTERPOSES
#include <pthread.h>

static void note(const char *what, const void *code) {
    hooks_pointer hooks = oplab_caller(code) == caller_program ? oplab_hooks_of_this_thread() : 0;
    if (hooks) RUN_HOOK(hooks->note_unseen(what));
}

#define UNSEEN_3(name) void name(void *queue, void *block) { \
    note(#name, CODE); \
    NEXT(void (*)(void *, void *), name)(queue, block); }
#define UNSEEN_F(name) void name(void *queue, void *context, void (*body)(void *)) { \
    note(#name, CODE); \
    NEXT(void (*)(void *, void *, void (*)(void *)), name)(queue, context, body); }

UNSEEN_3(dispatch_async)
UNSEEN_3(dispatch_barrier_async)
UNSEEN_F(dispatch_sync_f)
UNSEEN_F(dispatch_async_f)
UNSEEN_F(dispatch_barrier_sync_f)
UNSEEN_F(dispatch_barrier_async_f)

void dispatch_after(uint64_t when, void *queue, void *block) {
    note("dispatch_after", CODE);
    NEXT(void (*)(uint64_t, void *, void *), dispatch_after)(when, queue, block);
}

void dispatch_group_async(void *group, void *queue, void *block) {
    note("dispatch_group_async", CODE);
    NEXT(void (*)(void *, void *, void *), dispatch_group_async)(group, queue, block);
}

void dispatch_group_notify(void *group, void *queue, void *block) {
    note("dispatch_group_notify", CODE);
    NEXT(void (*)(void *, void *, void *), dispatch_group_notify)(group, queue, block);
}

long dispatch_group_wait(void *group, uint64_t time) {
    note("dispatch_group_wait", CODE);
    return NEXT(long (*)(void *, uint64_t), dispatch_group_wait)(group, time);
}

void dispatch_apply(unsigned long count, void *queue, void *block) {
    note("dispatch_apply", CODE);
    NEXT(void (*)(unsigned long, void *, void *), dispatch_apply)(count, queue, block);
}

// Weak, because a program that counts its threads has one of its own (CThreadCount).
__attribute__((weak)) int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument) {
    note("pthread_create", CODE);
    return NEXT(int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), pthread_create)(
        thread, attributes, body, argument);
}
#endif
