// A thread that the program makes is a thread of the exploration, and a thread of the system of its own: code in it finds its own
// variables and stack.
#include "Interposition.h"

#if OPLAB_INTERPOSES
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef void *(*thread_body)(void *);
typedef int (*create_function)(pthread_t *, const pthread_attr_t *, thread_body, void *);

int oplab_create_thread(
    pthread_t *thread, const pthread_attr_t *attributes, thread_body body, void *argument, const void *caller);

struct start {
    hooks_pointer hooks;
    void *thread;
    thread_body body;
    void *argument;
};

// pthread_t is an address of memory that is the thread's own for as long as it can be joined.
#define KEY(thread) ((const void *)(uintptr_t)(thread))

// A thread's variables end after its body, and with them what they hold: one of Foundation's has the thread's closure. So it is a thread
// of the exploration until they have: this variable ends in a later round than others.
static pthread_key_t last_variable;
static pthread_once_t has_variable = PTHREAD_ONCE_INIT;
enum { rounds = 2 };

static void end(void *value) {
    uintptr_t round = (uintptr_t)value;
    if (round < rounds) {
        pthread_setspecific(last_variable, (void *)(round + 1));
        return;
    }
    // Whatever became of the exploration: only there it may end.
    oplab_run_at_home(true);
    hooks_pointer hooks = oplab_hooks_of_this_thread();
    if (!hooks) return;
    oplab_note_release(KEY(pthread_self()));
    RUN_HOOK(hooks->end_thread());
}

static void make_variable(void) { if (pthread_key_create(&last_variable, end)) abort(); }

static void *begin(void *argument) {
    struct start start = *(struct start *)argument;
    free(argument);
    NEXT(int (*)(pthread_once_t *, void (*)(void)), pthread_once)(&has_variable, make_variable);
    pthread_setspecific(last_variable, (void *)1);
    // Its number is known before it may run on another thread.
    syscall(SYS_gettid);
    RUN_HOOK(start.hooks->begin_thread(start.thread));
    // Perhaps it was another thread's before.
    oplab_forget_address(KEY(pthread_self()));
    return start.body(start.argument);
}

// The explorer runs on the thread, too.
enum { least_stack = 1 << 18 };

static int create(pthread_t *thread, const pthread_attr_t *attributes, struct start *start) {
    create_function create = NEXT(create_function, pthread_create);
    size_t size;
    int state;
    pthread_attr_t larger;
    if (!attributes || pthread_attr_getstacksize(attributes, &size) || size >= least_stack
        || pthread_attr_getdetachstate(attributes, &state) || pthread_attr_init(&larger)) {
        return create(thread, attributes, begin, start);
    }
    pthread_attr_setstacksize(&larger, least_stack);
    pthread_attr_setdetachstate(&larger, state);
    int error = create(thread, &larger, begin, start);
    pthread_attr_destroy(&larger);
    return error;
}

static int create_thread(
    pthread_t *thread, const pthread_attr_t *attributes, thread_body body, void *argument, const void *caller) {
    hooks_pointer hooks = hooks_for_cpp_too(caller);
    struct start *start = hooks ? malloc(sizeof *start) : 0;
    if (!start) return NEXT(create_function, pthread_create)(thread, attributes, body, argument);
    *start = (struct start){hooks, IN_HOOK(hooks->add_thread()), body, argument};
    void *added = start->thread;
    int error = create(thread, attributes, start);
    if (error) {
        RUN_HOOK(hooks->remove_thread(added));
        free(start);
        return error;
    }
    RUN_HOOK(hooks->start_added(added, KEY(*thread)));
    return 0;
}

// For a program that has a pthread_create of its own, to count its threads (CThreadCount). The one below doesn't call it: where both a
// program and a library that was loaded first hold this file, the library's call would go to the program, whose next pthread_create is the
// library's.
int oplab_create_thread(
    pthread_t *thread, const pthread_attr_t *attributes, thread_body body, void *argument, const void *caller) {
    return create_thread(thread, attributes, body, argument, caller);
}

// Weak, because such a program has one of its own.
__attribute__((weak)) int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, thread_body body, void *argument) {
    PASS_ON(NEXT(create_function, pthread_create), thread, attributes, body, argument);
    return create_thread(thread, attributes, body, argument, CODE);
}

int pthread_join(pthread_t thread, void **result) {
    PASS_ON(NEXT(int (*)(pthread_t, void **), pthread_join), thread, result);
    hooks_pointer hooks = hooks_for_cpp_too(CODE);
    if (hooks) {
        RUN_HOOK(hooks->reach(oplab_point_park, KEY(thread)));
        while (IN_HOOK(hooks->is_running(KEY(thread)))) RUN_HOOK(hooks->block(KEY(thread), oplab_never));
        oplab_note_acquire(KEY(thread));
    }
    return NEXT(int (*)(pthread_t, void **), pthread_join)(thread, result);
}
#endif
