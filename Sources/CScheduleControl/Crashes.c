#include "../CPlatform/KernelCall.h"

#include "CScheduleControl.h"
#include "CrashStack.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
enum { count = sizeof signals / sizeof *signals, depth = 64 };

// Written by the thread that explores before it installs a handler, and read in that.
static struct sigaction former[count];
static bool (*take)(void *context, int32_t signal);
static void (*hand_over)(void *context);
static void *catcher;
static atomic_bool is_catching;

// Written in the handler, by the one thread of which `take` takes the crash; read by the thread that explores once it knows of that.
static void *stack[depth];
static int stack_count;

// How many explorations have begun to catch crashes, and the last of them whose crash was reported. Both only grow: the thread of an
// earlier one may look late.
static atomic_int catching;
static atomic_int reported;

static void stay_until_overdue(int number) {
    const uint64_t second = 1000000000;
    uint64_t limit = oplab_monotonic_nanoseconds() + 60 * second;
    while (atomic_load(&reported) < number) {
        if (oplab_monotonic_nanoseconds() > limit) return;
        oplab_pause(second / 20);
    }
    // The process goes on. What the thread has on its stack may be in use.
    for (;;) oplab_pause(3600 * second);
}

// As if there were no handler of ours.
static void pass_on(int signal, siginfo_t *info, void *context) {
    // That of a program may call the one before it, which is this one.
    static _Thread_local bool is_passing_on;
    struct sigaction next = {.sa_handler = SIG_DFL};
    sigemptyset(&next.sa_mask);
    for (int index = 0; index < count; index++) {
        if (signals[index] == signal && !is_passing_on) next = former[index];
    }
    // Our own handler has nothing blocked.
    sigset_t blocked = next.sa_mask;
    if (!(next.sa_flags & SA_NODEFER)) sigaddset(&blocked, signal);
    call_kernel(SYS_rt_sigprocmask, SIG_BLOCK, (long)&blocked, 0, 8);
    bool is_function = (next.sa_flags & SA_SIGINFO) || (next.sa_handler != SIG_IGN && next.sa_handler != SIG_DFL);
    if (is_function) {
        is_passing_on = true;
        if (next.sa_flags & SA_SIGINFO) next.sa_sigaction(signal, info, context); else next.sa_handler(signal);
        is_passing_on = false;
        return;
    }
    // The kernel ignores no fault.
    if (next.sa_handler == SIG_IGN && info->si_code <= 0) return;
    next.sa_handler = SIG_DFL;
    sigaction(signal, &next, 0);
    // It comes when the handler returns.
    raise(signal);
}

static void handle(int signal, siginfo_t *info, void *context) {
    if (info->si_code > 0) oplab_end_faulty_unwinding();
    int saved = errno;
    bool is_own = info->si_code > 0 || (info->si_code == SI_TKILL && info->si_pid == getpid());
    if (is_own && oplab_thread_controller && atomic_load(&is_catching)) {
        int number = atomic_load(&catching);
        void *here[depth];
        int found = oplab_take_crash_stack(info, context, here, depth);
        if (take(catcher, signal)) {
            stack_count = found;
            memcpy(stack, here, sizeof(void *) * (size_t)found);
            hand_over(catcher);
            // The interposer has no part in what follows.
            oplab_thread_controller = 0;
            stay_until_overdue(number);
        }
    }
    pass_on(signal, info, context);
    errno = saved;
}

void oplab_catch_crashes(
    bool (*new_take)(void *context, int32_t signal), void (*new_hand_over)(void *context), void *context) {
    // A sanitizer has handlers of its own, which say more.
    if (oplab_is_sanitized()) return;
    oplab_prepare_crash_stack();
    take = new_take;
    hand_over = new_hand_over;
    catcher = context;
    atomic_fetch_add(&catching, 1);
    for (int index = 0; index < count; index++) sigaction(signals[index], 0, &former[index]);
    atomic_store(&is_catching, true);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    for (int index = 0; index < count; index++) sigaction(signals[index], &action, 0);
}

void oplab_release_crashes(void) {
    if (!atomic_exchange(&is_catching, false)) return;
    for (int index = 0; index < count; index++) {
        struct sigaction now;
        // The program may have installed another meanwhile.
        if (sigaction(signals[index], 0, &now) == 0 && (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == handle) {
            sigaction(signals[index], &former[index], 0);
        }
    }
}

void oplab_note_crash_reported(void) { atomic_store(&reported, atomic_load(&catching)); }

int32_t oplab_crash_stack(uint64_t *addresses, int32_t most) {
    int found = stack_count < most ? stack_count : most;
    for (int index = 0; index < found; index++) addresses[index] = (uint64_t)(uintptr_t)stack[index];
    return found;
}
