// Words on which threads sleep (Drepper, *Futexes Are Tricky*, 2011).
#ifndef OPERATIONLAB_FUTEXES_H
#define OPERATIONLAB_FUTEXES_H

#include <stdbool.h>
#include <stdint.h>

/// Blocks the calling thread until it is woken, unless the word at `address` isn't `expected`. May return without
/// need.
void oplab_futex_wait(void *_Nonnull address, uint32_t expected);

/// The same, and returns after `nanoseconds` in any case.
void oplab_futex_wait_for(void *_Nonnull address, uint32_t expected, uint64_t nanoseconds);

/// Wakes one of the threads that wait on the word at `address`.
void oplab_futex_wake_one(void *_Nonnull address);

/// What the word is now.
uint32_t oplab_futex_word(const uint32_t *_Nonnull address);

/// What an exploration of those who sleep does in place of the kernel.
struct oplab_futex_hooks {
    /// As `oplab_futex_wait_for`; for ever if `nanoseconds` is the greatest number. False if the calling thread isn't controlled.
    bool (*_Nonnull wait)(void *_Nonnull address, uint32_t expected, uint64_t nanoseconds);
    /// Wakes a controlled thread.
    void (*_Nonnull wake_one)(void *_Nonnull address);
};

/// Sets the hooks, which have to stay where they are; null takes them away.
void oplab_set_futex_hooks(const struct oplab_futex_hooks *_Nullable hooks);

/// Whether there are any.
bool oplab_has_futex_hooks(void);

#endif
