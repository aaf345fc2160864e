// What runs once: who comes while another thread runs it waits in the scheduler, and knows what that one has done.
#include "Dispatch.h"

#if OPLAB_INTERPOSES
#include <pthread.h>

enum once_state { once_is_new, once_runs, once_has_run };

static enum once_state state_of_control(const void *control) {
    // glibc's: 1 while it runs, 2 from then on.
    int state = __atomic_load_n((const pthread_once_t *)control, __ATOMIC_ACQUIRE);
    return state & 2 ? once_has_run : state & 1 ? once_runs : once_is_new;
}

static enum once_state state_of_predicate(const void *predicate) {
    // Dispatch's: all bits from then on.
    long state = __atomic_load_n((const long *)predicate, __ATOMIC_ACQUIRE);
    return state == ~0l ? once_has_run : state ? once_runs : once_is_new;
}

// Before it is called. Whether it runs then, unless a thread that isn't controlled is faster.
static bool begin_once(hooks_pointer hooks, const void *control, enum once_state (*state_of)(const void *)) {
    enum once_state state = state_of(control);
    if (state != once_has_run) RUN_HOOK(hooks->reach(oplab_point_store, control));
    // A thread that isn't controlled may run it, whose end nobody announces. In the end that is a deadlock.
    uint64_t pause = 0;
    while ((state = state_of(control)) == once_runs) {
        uint64_t next = oplab_next_look(hooks, &pause, oplab_never);
        RUN_HOOK(hooks->look(control, next));
    }
    return state == once_is_new;
}

static void end_once(hooks_pointer hooks, const void *control, bool has_run) {
    if (has_run) {
        oplab_note_release(control);
        RUN_HOOK(hooks->unblock(control));
    }
    oplab_note_acquire(control);
}

int pthread_once(pthread_once_t *control, void (*body)(void)) {
    int (*once)(pthread_once_t *, void (*)(void)) = NEXT(int (*)(pthread_once_t *, void (*)(void)), pthread_once);
    PASS_ON(once, control, body);
    hooks_pointer hooks = hooks_for(CODE);
    if (!hooks) return once(control, body);
    bool runs = begin_once(hooks, control, state_of_control);
    int error = once(control, body);
    end_once(hooks, control, runs);
    return error;
}

void dispatch_once(long *predicate, void *block) {
    void (*once)(long *, void *) = NEXT(void (*)(long *, void *), dispatch_once);
    PASS_ON(once, predicate, block);
    hooks_pointer hooks = hooks_for(CODE);
    if (!hooks) return once(predicate, block);
    bool runs = begin_once(hooks, predicate, state_of_predicate);
    once(predicate, block);
    end_once(hooks, predicate, runs);
}

void dispatch_once_f(long *predicate, void *context, void (*body)(void *)) {
    typedef void (*once_function)(long *, void *, void (*)(void *));
    once_function once = NEXT(once_function, dispatch_once_f);
    PASS_ON(once, predicate, context, body);
    hooks_pointer hooks = hooks_for(CODE);
    if (!hooks) return once(predicate, context, body);
    bool runs = begin_once(hooks, predicate, state_of_predicate);
    once(predicate, context, body);
    end_once(hooks, predicate, runs);
}
#endif
