// Accesses that don't acquire, or don't release, whatever their order says: mistakes by which the explored rules are judged.
#include "WeakMemory.h"

#if OPLAB_INTERPOSES
static uint64_t weakened = 0;
uint64_t oplab_weakened_accesses(void) { return weakened; }

void oplab_weaken_next(enum oplab_order_half lost) { if (oplab_current()) oplab_current()->loses = lost; }

// What is left of an access's order; the same order if it has nothing to lose.
static int rest_of(struct explored_thread *thread, int order) {
    if (thread->loses == oplab_order_acquire && acquires(order)) return releases(order) ? release : relaxed;
    if (thread->loses == oplab_order_release && releases(order)) return acquires(order) ? acquire : relaxed;
    return order;
}

// That of a compare-and-swap which fails goes the same way.
void oplab_weaken(struct explored_thread *thread, int *order, int *order_of_failure, const void *code) {
    if (thread->loses == oplab_order_none || oplab_owner(code) != owner_atomic) return;
    int rest = rest_of(thread, *order);
    if (rest != *order) weakened++;
    *order = rest;
    if (order_of_failure) *order_of_failure = rest_of(thread, *order_of_failure);
    thread->loses = oplab_order_none;
}
#endif
