// Threads of an exploration see its time, which passes when no thread can continue. One that yields lets others continue.
#include "Interposition.h"

#if OPLAB_INTERPOSES
#include <time.h>

int sched_yield(void) {
    PASS_ON(NEXT(int (*)(void), sched_yield));
    hooks_pointer hooks = oplab_caller(CODE) == caller_program ? oplab_hooks_of_this_thread() : 0;
    // Nobody else has this address.
    char own = 0;
    if (hooks) RUN_HOOK(hooks->reach(oplab_point_pause, &own));
    return NEXT(int (*)(void), sched_yield)();
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    PASS_ON(NEXT(int (*)(clockid_t, struct timespec *), clock_gettime), clock, time);
    bool tells_time = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW
        || clock == CLOCK_BOOTTIME;
    hooks_pointer hooks = tells_time ? oplab_hooks_of_this_thread() : 0;
    if (!hooks) return NEXT(int (*)(clockid_t, struct timespec *), clock_gettime)(clock, time);
    bool is_program = oplab_caller(CODE) == caller_program;
    uint64_t now = oplab_epoch + (is_program ? IN_HOOK(hooks->look_at_clock()) : IN_HOOK(hooks->now()));
    time->tv_sec = (time_t)(now / 1000000000u);
    time->tv_nsec = (long)(now % 1000000000u);
    return 0;
}
#endif
