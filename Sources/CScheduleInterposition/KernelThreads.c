// The code of a thread of an exploration may run on another thread of the system than it began on, and keeps that one's number, by which
// locks know their owner. What else the kernel keeps for a thread doesn't go along: code that looks at it, or changes it, stays at home,
// as far as it does so by one of these functions.
#include "Interposition.h"

#if OPLAB_INTERPOSES
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// For each function: its result, its parameters, and what it is called with.
#define AT_HOME(result, name, parameters, ...) result name parameters { \
    oplab_run_at_home(true); \
    return NEXT(result (*) parameters, name)(__VA_ARGS__); }

AT_HOME(int, pthread_sigmask, (int how, const sigset_t *signals, sigset_t *former), how, signals, former)
AT_HOME(int, sigprocmask, (int how, const sigset_t *signals, sigset_t *former), how, signals, former)
AT_HOME(int, sigaltstack, (const stack_t *stack, stack_t *former), stack, former)
AT_HOME(int, raise, (int signal), signal)
AT_HOME(int, pthread_kill, (pthread_t thread, int signal), thread, signal)
AT_HOME(int, tgkill, (pid_t process, pid_t thread, int signal), process, thread, signal)
AT_HOME(int, pthread_setname_np, (pthread_t thread, const char *name), thread, name)
AT_HOME(int, pthread_getname_np, (pthread_t thread, char *name, size_t size), thread, name, size)
AT_HOME(int, pthread_setschedparam, (pthread_t thread, int policy, const struct sched_param *parameters),
        thread, policy, parameters)
AT_HOME(int, pthread_setaffinity_np, (pthread_t thread, size_t size, const cpu_set_t *set), thread, size, set)
AT_HOME(int, sched_setaffinity, (pid_t thread, size_t size, const cpu_set_t *set), thread, size, set)
AT_HOME(int, sched_setscheduler, (pid_t thread, int policy, const struct sched_param *parameters), thread, policy, parameters)
AT_HOME(int, setpriority, (__priority_which_t kind, id_t whose, int priority), kind, whose, priority)
// A child process has one thread, and no other goes on for it.
AT_HOME(pid_t, fork, (void))
AT_HOME(pid_t, _Fork, (void))
// It returns twice to one frame, which must not be this one's.
pid_t vfork(void) {
    oplab_run_at_home(true);
    __attribute__((musttail)) return NEXT(pid_t (*)(void), vfork)();
}

int getrusage(__rusage_who_t whose, struct rusage *usage) {
    if (whose == RUSAGE_THREAD) oplab_run_at_home(true);
    return NEXT(int (*)(__rusage_who_t, struct rusage *), getrusage)(whose, usage);
}

int prctl(int option, ...) {
    va_list list;
    va_start(list, option);
    unsigned long arguments[4];
    for (int index = 0; index < 4; index++) arguments[index] = va_arg(list, unsigned long);
    va_end(list);
    oplab_run_at_home(true);
    return NEXT(int (*)(int, ...), prctl)(option, arguments[0], arguments[1], arguments[2], arguments[3]);
}

// A system call, with all the arguments that one may have.
typedef long (*kernel_function)(long, long, long, long, long, long, long);

// The thread's number is asked for when it begins (Threads.c). A child process has other threads, and perhaps its parent's memory.
static long own_number(kernel_function kernel) {
    static _Thread_local struct { pid_t process; long number; } known;
    if (known.process && known.process == getpid()) return known.number;
    long number = kernel(SYS_gettid, 0, 0, 0, 0, 0, 0);
    if (!known.process && oplab_has_hooks()) {
        known.number = number;
        known.process = getpid();
    }
    return number;
}

// Whether the kernel compares the owner of a lock with the calling thread, or makes that the owner.
static bool names_owner(long operation) {
    switch ((int)operation & FUTEX_CMD_MASK) {
#ifdef FUTEX_LOCK_PI2
    case FUTEX_LOCK_PI2:
#endif
    case FUTEX_LOCK_PI: case FUTEX_TRYLOCK_PI: case FUTEX_UNLOCK_PI: case FUTEX_WAIT_REQUEUE_PI: return true;
    default: return false;
    }
}

static bool waits(long operation) {
    switch ((int)operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT: case FUTEX_WAIT_BITSET: return true;
    default: return names_owner(operation);
    }
}

// Declared with all arguments, so that it can be passed on. Of one that isn't there it reads whatever lies in its place; an unoptimised build
// also writes that back, in the library that passes on.
long oplab_call_kernel(long, long, long, long, long, long, long) __asm__("syscall");
long oplab_call_kernel(long number, long a, long b, long c, long d, long e, long f) {
    kernel_function kernel = NEXT(kernel_function, syscall);
    PASS_ON(kernel, number, a, b, c, d, e, f);
    if (number == SYS_gettid) return own_number(kernel);
    switch (number) {
    case SYS_futex:
        if (names_owner(b)) oplab_run_at_home(false);
        if (waits(b) && oplab_caller(CODE) == caller_program) oplab_note_unseen("syscall(SYS_futex)");
        break;
    case SYS_rt_sigprocmask: case SYS_sigaltstack: case SYS_tgkill: case SYS_tkill: case SYS_prctl: case SYS_sched_setaffinity:
    case SYS_setpriority: case SYS_fork: case SYS_vfork: case SYS_clone: case SYS_clone3: oplab_run_at_home(true); break;
    }
    return kernel(number, a, b, c, d, e, f);
}

pid_t gettid(void) { return (pid_t)syscall(SYS_gettid); }
#endif
