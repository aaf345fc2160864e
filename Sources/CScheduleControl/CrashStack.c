#include "../CPlatform/KernelCall.h"

#include "CrashStack.h"

#include <execinfo.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

// Where the handler of this thread goes on if the unwinder faults; written by that thread only.
static _Thread_local jmp_buf *unwinding;

void oplab_prepare_crash_stack(void) {
    void *here[1];
    backtrace(here, 1);
}

void oplab_end_faulty_unwinding(void) {
    if (unwinding) _longjmp(*unwinding, 1);
}

// The kernel reads the mask before it refuses the request, which has no effect then.
static bool is_readable(uintptr_t address) {
    uintptr_t mask = address & ~(uintptr_t)7;
    return mask && call_kernel(SYS_rt_sigprocmask, -1, (long)mask, 0, 8) != -EFAULT;
}

#if defined(__x86_64__)
static uintptr_t interrupted_at(const ucontext_t *context) { return (uintptr_t)context->uc_mcontext.gregs[REG_RIP]; }

static void leave_call(ucontext_t *context) {
    greg_t *registers = context->uc_mcontext.gregs;
    if (!is_readable((uintptr_t)registers[REG_RSP])) return;
    registers[REG_RIP] = *(greg_t *)registers[REG_RSP];
    registers[REG_RSP] += sizeof(greg_t);
}
#elif defined(__aarch64__)
static uintptr_t interrupted_at(const ucontext_t *context) { return context->uc_mcontext.pc; }

static void leave_call(ucontext_t *context) { context->uc_mcontext.pc = context->uc_mcontext.regs[30]; }
#else
static uintptr_t interrupted_at(const ucontext_t *context) { (void)context; return 0; }

static void leave_call(ucontext_t *context) { (void)context; }
#endif

// Whether there is no code where the thread was: it called what is no function, such as a method of an object that was released, or it
// returned from a damaged stack.
static bool is_nowhere(const siginfo_t *info, uintptr_t address) {
    bool is_bad_access = info->si_signo == SIGSEGV || info->si_signo == SIGBUS;
    return is_bad_access && ((uintptr_t)info->si_addr == address || !is_readable(address));
}

// Those that the unwinder found before it faulted, too.
static int unwind(void **addresses, int most) {
    jmp_buf here;
    memset(addresses, 0, (size_t)most * sizeof *addresses);
    int found = 0;
    if (_setjmp(here) == 0) {
        unwinding = &here;
        found = backtrace(addresses, most);
    } else {
        while (found < most && addresses[found]) found++;
    }
    unwinding = 0;
    return found;
}

// Without the frames of the handler. Returns 0 if the thread's own aren't there.
static int drop_handler(void **addresses, int found, uintptr_t place) {
    int first = 0;
    while (first < found && (uintptr_t)addresses[first] != place) first++;
    if (first == found) return 0;
    memmove(addresses, addresses + first, sizeof *addresses * (size_t)(found - first));
    return found - first;
}

int oplab_take_interrupted_stack(const siginfo_t *info, void *context, void **addresses, int most) {
    (void)info;
    int found = drop_handler(addresses, unwind(addresses, most), interrupted_at(context));
    // An address behind a call is looked up one before it.
    if (found > 0) addresses[0] = (char *)addresses[0] + 1;
    return found;
}

int oplab_take_crash_stack(const siginfo_t *info, void *interrupted, void **addresses, int most) {
    ucontext_t *context = interrupted;
    mcontext_t former = context->uc_mcontext;
    uintptr_t place = interrupted_at(context);
    bool is_behind_call = is_nowhere(info, place);
    // The unwinder finds no caller of what isn't code, so it begins with the caller.
    if (is_behind_call) leave_call(context);
    int found = unwind(addresses, most), first = 0;
    while (first < found && (uintptr_t)addresses[first] != interrupted_at(context)) first++;
    context->uc_mcontext = former;
    if (first < found) {
        // Without the frames of the handler. An address behind a call is looked up one before it.
        if (!is_behind_call) addresses[first] = (char *)addresses[first] + 1;
        found -= first;
        memmove(addresses, addresses + first, sizeof *addresses * (size_t)found);
    } else if (is_behind_call) {
        // It has returned to nowhere.
        addresses[0] = (void *)place;
        found = 1;
    }
    return found;
}
