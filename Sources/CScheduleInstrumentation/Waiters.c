// Who waits for a mutex of Synchronization, whose unlocks are atomic accesses like any other.
#include "Clocks.h"

#if OPLAB_INTERPOSES
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

// Each on its own stack. Changed by threads of the schedule; others look whether there is one.
static struct waiter *waiters = 0;
static void set_waiters(struct waiter *waiter) { __atomic_store_n(&waiters, waiter, __ATOMIC_RELAXED); }
void oplab_begin_atomics(void) { set_waiters(0); }

void oplab_begin_to_wait(struct waiter *waiter) {
    waiter->next = waiters;
    set_waiters(waiter);
}

void oplab_end_to_wait(struct waiter *waiter) {
    if (waiters == waiter) return set_waiters(waiter->next);
    struct waiter *before = waiters;
    while (before && before->next != waiter) before = before->next;
    if (before) before->next = waiter->next;
}

void oplab_note_change(struct explored_thread *thread, const volatile void *address) {
    thread->polls = 0;
    struct waiter *waiter = waiters;
    while (waiter && waiter->word != address) waiter = waiter->next;
    // Not for other words: one may be that of a lock which the scheduler gives to threads, and which is being taken.
    if (waiter) RUN_HOOK(oplab_current_hooks->unblock((const void *)address));
}

void oplab_note_change_outside(const volatile void *address, const void *code) {
    if (!__atomic_load_n(&waiters, __ATOMIC_RELAXED) || oplab_is_carrier() || oplab_is_nobodys(code)) return;
    hooks_pointer others = oplab_hooks_of_others();
    if (others) RUN_HOOK(others->unblock_from_outside((const void *)address));
}

#pragma clang attribute pop
#endif
