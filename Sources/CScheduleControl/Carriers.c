#include "../CPlatform/KernelCall.h"

#include "CScheduleControl.h"
#include "Interposer.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>

enum { waiting, woken };

// Whose code the calling thread runs, by the variables of that code's own thread.
static _Thread_local struct oplab_carrier *own = 0;

void oplab_carrier_begin(struct oplab_carrier *carrier) {
    carrier->thread = oplab_thread_id();
    own = carrier;
}

void oplab_carrier_end(void) { own = 0; }

void oplab_carrier_wake(struct oplab_carrier *carrier) {
    __atomic_store_n(&carrier->word, woken, __ATOMIC_RELEASE);
    kernel_wake_one(&carrier->word);
}

// True if it was woken, of which it then knows no more.
static bool take_wake(struct oplab_carrier *carrier) {
    return __atomic_exchange_n(&carrier->word, waiting, __ATOMIC_ACQUIRE) == woken;
}

void oplab_carrier_wait(struct oplab_carrier *carrier) {
    while (!take_wake(carrier)) kernel_wait(&carrier->word, waiting);
    carrier->runs_on = carrier;
}

bool oplab_carrier_wait_for(struct oplab_carrier *carrier, uint64_t nanoseconds) {
    if (take_wake(carrier)) return true;
    kernel_wait_for(&carrier->word, waiting, nanoseconds);
    return take_wake(carrier);
}

#if defined(__x86_64__) && defined(__linux__)

// Its lowest page can't be used.
enum { stack_size = 64 << 10, page_size = 4 << 10 };

// A program may write the register in which the processor has the address of thread-local variables.
#define FSGSBASE_IS_ALLOWED (1 << 1)

static bool interposer_answers_for_kernel(void) {
    Dl_info interposer, answering;
    void *interpose = (void *)oplab_find_interposer();
    void *call = dlsym(RTLD_DEFAULT, "syscall");
    return interpose && call && dladdr(interpose, &interposer) && dladdr(call, &answering)
        && interposer.dli_fbase == answering.dli_fbase;
}

bool oplab_can_share_threads(void) {
    return !oplab_is_sanitized() && (getauxval(AT_HWCAP2) & FSGSBASE_IS_ALLOWED) != 0 && interposer_answers_for_kernel();
}

// What a function keeps for its caller by the convention of calls: general registers, and the modes of floating point.
#define KEEP_REGISTERS \
    "pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n" \
    "subq $8, %rsp\n stmxcsr (%rsp)\n fnstcw 4(%rsp)\n"
#define TAKE_REGISTERS \
    "ldmxcsr (%rsp)\n fldcw 4(%rsp)\n addq $8, %rsp\n" \
    "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n"

// Leaves the calling code at `*left`, and goes on where other code was left.
__attribute__((naked, noinline)) static void go_on(void **left, void *stack_pointer, void *thread_pointer) {
    __asm__ volatile(KEEP_REGISTERS
                     "movq %rsp, (%rdi)\n"
                     "movq %rsi, %rsp\n"
                     "wrfsbase %rdx\n"
                     TAKE_REGISTERS
                     "retq\n");
}

// Goes on where the own code of the calling thread was left. The handlers of signals that have come meanwhile run there, on that code's
// stack.
__attribute__((naked, noinline, noreturn)) static void return_to(void *stack_pointer, const uint64_t *signals) {
    __asm__ volatile("movq %rdi, %rsp\n"
                     // rt_sigprocmask(SIG_SETMASK, signals, 0, sizeof *signals)
                     "movl $14, %eax\n movl $2, %edi\n xorl %edx, %edx\n movl $8, %r10d\n syscall\n"
                     TAKE_REGISTERS
                     "retq\n");
}

// Leaves the calling code, and calls `body` on another stack.
__attribute__((naked, noinline)) static void leave_for(
    void **left, void *stack_end, void (*body)(void *, void *), void *first, void *second) {
    __asm__ volatile(KEEP_REGISTERS
                     "movq %rsp, (%rdi)\n"
                     "movq %rsi, %rsp\n"
                     "movq %rcx, %rdi\n"
                     "movq %r8, %rsi\n"
                     "xorl %ebp, %ebp\n"
                     "callq *%rdx\n"
                     "ud2\n");
}

// Runs on the waiting stack of a carrier's thread, whose own code was left. That may run elsewhere as soon as `next` is woken. So
// nothing here uses a thread-local variable, and no handler of a signal runs: they are blocked.
__attribute__((no_stack_protector, noreturn)) static void wait_for_own_code(void *carrier, void *next_carrier) {
    struct oplab_carrier *home = carrier, *next = next_carrier;
    __atomic_store_n(&next->word, woken, __ATOMIC_RELEASE);
    kernel_wake_one(&next->word);
    while (!take_wake(home)) kernel_wait(&home->word, waiting);
    void *stack_pointer = home->stack_pointer;
    home->stack_pointer = 0;
    home->runs_on = home;
    __asm__ volatile("wrfsbase %0" : : "r"(home->thread_pointer) : "memory");
    return_to(stack_pointer, &home->signals);
}

// Leaves the calling code. The thread that it runs on waits for its own.
static void leave(struct oplab_carrier *from, struct oplab_carrier *next) {
    struct oplab_carrier *thread = from->runs_on;
    from->thread_pointer = __builtin_thread_pointer();
    if (!thread->waiting_stack) {
        void *stack = mmap(0, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
        if (stack == MAP_FAILED || mprotect(stack, page_size, PROT_NONE)) abort();
        thread->waiting_stack = stack;
    }
    uint64_t all = UINT64_MAX;
    call_kernel(SYS_rt_sigprocmask, SIG_SETMASK, (long)&all, (long)&thread->signals, sizeof all);
    leave_for(&from->stack_pointer, (char *)thread->waiting_stack + stack_size, wait_for_own_code, thread, next);
}

void oplab_carrier_hand_over(struct oplab_carrier *from, struct oplab_carrier *to, bool may_share_threads) {
    if (!may_share_threads) {
        oplab_carrier_wake(to);
        oplab_carrier_wait(from);
        return;
    }
    void *stack_pointer = to->stack_pointer;
    if (!stack_pointer || from->stays_home || to->stays_home) {
        leave(from, to);
        return;
    }
    from->thread_pointer = __builtin_thread_pointer();
    to->stack_pointer = 0;
    to->runs_on = from->runs_on;
    go_on(&from->stack_pointer, stack_pointer, to->thread_pointer);
}

bool oplab_carrier_go_home(bool stays) {
    if (!own) return false;
    if (stays) own->stays_home = true;
    if (own->runs_on == own) return false;
    leave(own, own);
    return true;
}

void oplab_carrier_free(struct oplab_carrier *carrier) {
    if (carrier->waiting_stack) munmap(carrier->waiting_stack, stack_size);
}

#else

bool oplab_can_share_threads(void) { return false; }

void oplab_carrier_hand_over(struct oplab_carrier *from, struct oplab_carrier *to, bool may_share_threads) {
    (void)may_share_threads;
    oplab_carrier_wake(to);
    oplab_carrier_wait(from);
}

bool oplab_carrier_go_home(bool stays) {
    (void)stays;
    return false;
}

void oplab_carrier_free(struct oplab_carrier *carrier) { (void)carrier; }

#endif
