#include "../CPlatform/KernelCall.h"

#include "CScheduleControl.h"
#include "CrashStack.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

enum { depth = 64, idle = 0, telling = -1, told = -2 };

// The number of the thread that is asked, or one of the three above. Who asks changes it from idle to the number, from there back to idle
// when time is up, and from told to idle. The thread that is asked changes it from its number to telling, and to told. If it is still
// telling when time is up, the word stays so, and every later ask returns 0.
static atomic_int asked;
// Written by the thread that is asked, in telling; read by who asks, in told.
static void *stack[depth];
static int stack_count;

static void answer(int signal, siginfo_t *info, void *context) {
    (void)signal;
    int saved = errno;
    // Not oplab_thread_id: the thread may run the code of another, with that one's variables.
    int number = (int)call_kernel(SYS_gettid, 0, 0, 0, 0);
    if (atomic_compare_exchange_strong(&asked, &number, telling)) {
        stack_count = oplab_take_interrupted_stack(info, context, stack, depth);
        atomic_store(&asked, told);
    }
    errno = saved;
}

// False if the program has a handler for the signal. Nobody takes this one away: the signal may come late, and would end the process.
static bool install(void) {
    struct sigaction former;
    if (sigaction(SIGPROF, 0, &former) != 0) return false;
    if (former.sa_flags & SA_SIGINFO) return former.sa_sigaction == answer;
    if (former.sa_handler != SIG_DFL) return false;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = answer;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    return sigaction(SIGPROF, &action, 0) == 0;
}

int32_t oplab_sleeper_stack(int32_t thread, uint64_t *addresses, int32_t most) {
    const uint64_t millisecond = 1000000;
    oplab_prepare_crash_stack();
    if (atomic_load(&asked) != idle || !install()) return 0;
    atomic_store(&asked, thread);
    if (call_kernel(SYS_tgkill, getpid(), thread, SIGPROF, 0) == 0) {
        for (int waited = 0; waited < 1000 && atomic_load(&asked) != told; waited++) oplab_pause(millisecond);
    }
    int number = thread;
    if (atomic_compare_exchange_strong(&asked, &number, idle) || number != told) return 0;
    int found = stack_count < most ? stack_count : most;
    for (int index = 0; index < found; index++) addresses[index] = (uint64_t)(uintptr_t)stack[index];
    atomic_store(&asked, idle);
    return found;
}
