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

// Where the primitives are explored themselves, an access is known by its code: who has been there, and who loses what.
enum { most_codes = oplab_most_atomic_codes };
static struct { const void *codes[most_codes]; int32_t count; } reached;
static struct { const void *codes[most_codes]; int32_t count; enum oplab_order_half lost; } weak;

static bool has(const void *const *codes, int32_t count, const void *code) {
    for (int32_t index = 0; index < count; index++) if (codes[index] == code) return true;
    return false;
}

int32_t oplab_take_atomic_codes(const void *const **codes) {
    int32_t count = reached.count;
    reached.count = 0;
    *codes = reached.codes;
    return count;
}

void oplab_weaken_codes(const void *const *codes, int32_t count, enum oplab_order_half lost) {
    weak.count = count < most_codes ? count : most_codes;
    for (int32_t index = 0; index < weak.count; index++) weak.codes[index] = codes[index];
    weak.lost = lost;
}

static void note_code(struct explored_thread *thread, const void *code) {
    if (oplab_owner(code) == owner_nobody) return;
    if (reached.count < most_codes && !has(reached.codes, reached.count, code)) reached.codes[reached.count++] = code;
    thread->loses = has(weak.codes, weak.count, code) ? weak.lost : oplab_order_none;
}

// That of a compare-and-swap which fails goes the same way.
void oplab_weaken(struct explored_thread *thread, int *order, int *order_of_failure, const void *code) {
    bool is_known_by_code = oplab_explores_primitives();
    if (is_known_by_code) note_code(thread, code);
    if (thread->loses == oplab_order_none || (!is_known_by_code && oplab_owner(code) != owner_atomic)) return;
    int rest = rest_of(thread, *order);
    if (rest != *order) weakened++;
    *order = rest;
    if (order_of_failure) *order_of_failure = rest_of(thread, *order_of_failure);
    thread->loses = oplab_order_none;
}
#endif
