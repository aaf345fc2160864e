#include "KernelCall.h"

#include "CPlatform.h"

// Written by who begins and ends an exploration, while threads outside read it: so once in each call.
static const struct oplab_futex_hooks *hooks = 0;

static const struct oplab_futex_hooks *current(void) { return __atomic_load_n(&hooks, __ATOMIC_ACQUIRE); }

void oplab_set_futex_hooks(const struct oplab_futex_hooks *new_hooks) {
    __atomic_store_n(&hooks, new_hooks, __ATOMIC_RELEASE);
}

bool oplab_has_futex_hooks(void) { return current() != 0; }

void oplab_futex_wait(void *address, uint32_t expected) {
    const struct oplab_futex_hooks *now = current();
    if (now && now->wait(address, expected, UINT64_MAX)) return;
    kernel_wait(address, expected);
}

void oplab_futex_wait_for(void *address, uint32_t expected, uint64_t nanoseconds) {
    const struct oplab_futex_hooks *now = current();
    if (now && now->wait(address, expected, nanoseconds)) return;
    kernel_wait_for(address, expected, nanoseconds);
}

uint32_t oplab_futex_word(const uint32_t *address) { return __atomic_load_n(address, __ATOMIC_ACQUIRE); }

// Threads that nobody controls sleep in the kernel.
void oplab_futex_wake_one(void *address) {
    const struct oplab_futex_hooks *now = current();
    if (now) now->wake_one(address);
    kernel_wake_one(address);
}
