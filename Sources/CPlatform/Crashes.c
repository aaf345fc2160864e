#define _GNU_SOURCE
#include "CPlatform.h"

#include <errno.h>
#include <execinfo.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT};
enum { count = sizeof signals / sizeof *signals, depth = 64 };

// Written by the thread that explores while no handler is installed, which the stores to `is_catching` publish.
static struct sigaction former[count];
static bool (*taker)(void *context, int32_t signal);
static void *taker_context;
static atomic_bool is_catching;

// Written in the handler of the thread that crashes, before `take` hands the crash over.
static void *stack[depth];
static int stack_count;

// How many explorations have begun to catch crashes, and the last of them whose crash was reported. Both only grow: the thread of an
// earlier one may look late.
static atomic_int catching;
static atomic_int reported;

static void stay_until_overdue(int number) {
    const struct timespec pause = {.tv_nsec = 100 * 1000 * 1000};
    for (int left = 300; left > 0 && atomic_load(&reported) < number; left--) nanosleep(&pause, 0);
    if (atomic_load(&reported) < number) return;
    // The process goes on. What the thread has on its stack may be in use.
    for (;;) nanosleep(&(const struct timespec){.tv_sec = 3600}, 0);
}

static void handle(int signal, siginfo_t *info, void *context) {
    (void)context;
    int saved = errno;
    bool is_own = info->si_code > 0 || (info->si_code == SI_TKILL && info->si_pid == getpid());
    if (is_own && oplab_thread_controller && atomic_load(&is_catching)) {
        int number = atomic_load(&catching);
        stack_count = backtrace(stack, depth);
        if (taker(taker_context, signal)) {
            // The interposer has no part in what follows.
            oplab_thread_controller = 0;
            stay_until_overdue(number);
        }
    }
    for (int index = 0; index < count; index++) {
        if (signals[index] == signal) sigaction(signal, &former[index], 0);
    }
    // It comes when this returns, unless the instruction makes it again before.
    raise(signal);
    errno = saved;
}

void oplab_catch_crashes(bool (*take)(void *context, int32_t signal), void *context) {
    // A sanitizer has handlers of its own, which say more.
    if (oplab_is_sanitized()) return;
    // The first call loads a library, which a handler can't.
    backtrace(stack, depth);
    taker = take;
    taker_context = context;
    atomic_fetch_add(&catching, 1);
    atomic_store(&is_catching, true);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (int index = 0; index < count; index++) sigaction(signals[index], &action, &former[index]);
}

void oplab_release_crashes(void) {
    if (!atomic_exchange(&is_catching, false)) return;
    for (int index = 0; index < count; index++) sigaction(signals[index], &former[index], 0);
}

void oplab_note_crash_reported(void) { atomic_store(&reported, atomic_load(&catching)); }

int32_t oplab_crash_stack(uint64_t *addresses, int32_t most) {
    int found = stack_count < most ? stack_count : most;
    for (int index = 0; index < found; index++) addresses[index] = (uint64_t)(uintptr_t)stack[index];
    return found;
}
