// Threads of the system of which one runs at a time, and says itself which is next.
#ifndef OPERATIONLAB_CARRIERS_H
#define OPERATIONLAB_CARRIERS_H

#include <stdbool.h>
#include <stdint.h>

/// A thread of the system, and the code on its stack. Code that hands over to other code that was left before needs no kernel: the
/// thread that it runs on goes on with the other stack, and with the other's thread-local variables, as if it were that other thread.
/// The thread whose code that is sleeps meanwhile.
///
/// What the kernel keeps for a thread doesn't go along: a mask of signals, say. Code that asks for that stays on its own thread.
///
/// All but `word` is read and written by whoever hands over, or was handed to: one at a time.
struct oplab_carrier {
    /// Where its code was left; null while that runs, or waits on the thread that it began on.
    void *_Nullable stack_pointer;
    /// Where its thread-local variables are.
    void *_Nullable thread_pointer;
    /// The carrier on whose thread its code runs.
    struct oplab_carrier *_Nullable runs_on;
    /// Where its thread waits while other code has that thread's stack; null until it has done so.
    void *_Nullable waiting_stack;
    /// The signals that its thread blocks when it doesn't wait there.
    uint64_t signals;
    /// Whether its code runs on its own thread only, which runs no other's.
    bool stays_home;
    /// The kernel's number of its thread; 0 until that has begun.
    int32_t thread;
    /// The word that its thread waits on: 1 once it was woken, until it knows.
    uint32_t word;
};

/// Whether code can go on on another thread than it began on: on an x86-64 only, not under a sanitizer, which takes each thread for one
/// stack, and only where the interposer answers who asks the kernel for the number of the calling thread.
bool oplab_can_share_threads(void);

/// The calling thread is the carrier's, and runs its code, until `oplab_carrier_end`.
void oplab_carrier_begin(struct oplab_carrier *_Nonnull carrier);

/// Called by the same thread.
void oplab_carrier_end(void);

/// Frees what it has. Its thread waits no more, or doesn't come.
void oplab_carrier_free(struct oplab_carrier *_Nonnull carrier);

/// Lets the thread of `carrier` go on with its own code.
void oplab_carrier_wake(struct oplab_carrier *_Nonnull carrier);

/// Blocks the calling thread, which is the carrier's and runs its code, until it is woken.
void oplab_carrier_wait(struct oplab_carrier *_Nonnull carrier);

/// The same, for at most `nanoseconds`. False if it wasn't woken by then.
bool oplab_carrier_wait_for(struct oplab_carrier *_Nonnull carrier, uint64_t nanoseconds);

/// Hands over from the calling code, which is that of `from`, to that of `to`. Returns when something hands over to `from`, or wakes
/// it: perhaps on another thread of the system if `may_share_threads`. That is the same in all calls for these two.
void oplab_carrier_hand_over(struct oplab_carrier *_Nonnull from, struct oplab_carrier *_Nonnull to, bool may_share_threads);

/// Returns on the thread that the calling code began on, where it `stays` if so. False if it was there, or is no carrier's.
bool oplab_carrier_go_home(bool stays);

#endif
