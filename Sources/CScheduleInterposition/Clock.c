// Threads of an exploration see its time, which passes when no thread can continue. One that yields lets others continue.
#include "Interposition.h"

#if OPLAB_INTERPOSES
#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int sched_yield(void) {
    PASS_ON(NEXT(int (*)(void), sched_yield));
    hooks_pointer hooks = hooks_for(CODE);
    // Nobody else has this address.
    char own = 0;
    if (hooks) RUN_HOOK(hooks->reach(oplab_point_pause, &own));
    return NEXT(int (*)(void), sched_yield)();
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    PASS_ON(NEXT(int (*)(clockid_t, struct timespec *), clock_gettime), clock, time);
    bool tells_time = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW
        || clock == CLOCK_BOOTTIME;
    if (clock == CLOCK_THREAD_CPUTIME_ID) oplab_run_at_home(true);
    hooks_pointer hooks = tells_time ? oplab_hooks_of_this_thread() : 0;
    if (!hooks) return NEXT(int (*)(clockid_t, struct timespec *), clock_gettime)(clock, time);
    bool is_program = oplab_caller(CODE) == caller_program;
    uint64_t now = oplab_epoch + IN_HOOK(hooks->look_at_clock(is_program));
    time->tv_sec = (time_t)(now / 1000000000u);
    time->tv_nsec = (long)(now % 1000000000u);
    return 0;
}

int gettimeofday(struct timeval *time, void *zone) {
    PASS_ON(NEXT(int (*)(struct timeval *, void *), gettimeofday), time, zone);
    hooks_pointer hooks = hooks_for(CODE);
    if (!hooks) return NEXT(int (*)(struct timeval *, void *), gettimeofday)(time, zone);
    uint64_t now = oplab_epoch + IN_HOOK(hooks->look_at_clock(true));
    time->tv_sec = (time_t)(now / 1000000000u);
    time->tv_usec = (suseconds_t)(now % 1000000000u / 1000);
    return 0;
}

time_t time(time_t *result) {
    PASS_ON(NEXT(time_t (*)(time_t *), time), result);
    hooks_pointer hooks = hooks_for(CODE);
    if (!hooks) return NEXT(time_t (*)(time_t *), time)(result);
    time_t now = (time_t)((oplab_epoch + IN_HOOK(hooks->look_at_clock(true))) / 1000000000u);
    if (result) *result = now;
    return now;
}

// MARK: Sleeping, of which no signal wakes a thread

static void sleep_until(hooks_pointer hooks, uint64_t deadline) {
    // Nobody else has this address.
    char own = 0;
    do RUN_HOOK(hooks->block(&own, deadline)); while (IN_HOOK(hooks->now()) < deadline);
}

static void sleep_for(hooks_pointer hooks, uint64_t nanoseconds) {
    uint64_t deadline;
    if (__builtin_add_overflow(IN_HOOK(hooks->now()), nanoseconds, &deadline)) deadline = oplab_never;
    sleep_until(hooks, deadline);
}

static bool is_time(const struct timespec *time) {
    return time && time->tv_sec >= 0 && has_nanoseconds(time);
}

static uint64_t nanoseconds(const struct timespec *time) {
    uint64_t sum;
    bool is_never = __builtin_mul_overflow((uint64_t)time->tv_sec, (uint64_t)1000000000, &sum)
        || __builtin_add_overflow(sum, (uint64_t)time->tv_nsec, &sum);
    return is_never ? oplab_never : sum;
}

int nanosleep(const struct timespec *time, struct timespec *rest) {
    PASS_ON(NEXT(int (*)(const struct timespec *, struct timespec *), nanosleep), time, rest);
    hooks_pointer hooks = hooks_for(CODE);
    if (!hooks || !is_time(time)) return NEXT(int (*)(const struct timespec *, struct timespec *), nanosleep)(time, rest);
    sleep_for(hooks, nanoseconds(time));
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
    PASS_ON(
        NEXT(int (*)(clockid_t, int, const struct timespec *, struct timespec *), clock_nanosleep), clock, flags, time, rest);
    hooks_pointer hooks = hooks_for(CODE);
    if (!hooks || !is_time(time))
        return NEXT(int (*)(clockid_t, int, const struct timespec *, struct timespec *), clock_nanosleep)(
            clock, flags, time, rest);
    if (flags & TIMER_ABSTIME) {
        sleep_until(hooks, oplab_deadline(time));
    } else {
        sleep_for(hooks, nanoseconds(time));
    }
    return 0;
}

int usleep(useconds_t microseconds) {
    PASS_ON(NEXT(int (*)(useconds_t), usleep), microseconds);
    hooks_pointer hooks = hooks_for(CODE);
    if (!hooks) return NEXT(int (*)(useconds_t), usleep)(microseconds);
    sleep_for(hooks, (uint64_t)microseconds * 1000);
    return 0;
}

unsigned sleep(unsigned seconds) {
    PASS_ON(NEXT(unsigned (*)(unsigned), sleep), seconds);
    hooks_pointer hooks = hooks_for(CODE);
    if (!hooks) return NEXT(unsigned (*)(unsigned), sleep)(seconds);
    sleep_for(hooks, (uint64_t)seconds * 1000000000);
    return 0;
}
#endif
