// What an exploration is asked, and told, by the functions that take the place of the system's.
#ifndef OPERATIONLAB_INTERPOSITION_HOOKS_H
#define OPERATIONLAB_INTERPOSITION_HOOKS_H

#include <stdbool.h>
#include <stdint.h>

/// A choice point in code that doesn't use the primitives of this project (`SchedulePoint`).
enum oplab_point {
    oplab_point_lock, oplab_point_unlock, oplab_point_load, oplab_point_store, oplab_point_park, oplab_point_unpark,
    oplab_point_pause,
    /// A lock was tried, and is taken. A thread that tries again and again has to let the owner continue.
    oplab_point_failed,
    /// What a program has put somewhere to be run is about to come there: as a store, but it is no point of the program's own code.
    oplab_point_arrival,
};

/// What an exploration does where a controlled thread locks, waits, or asks for the time. Most are called by
/// controlled threads only, and not in the explorer's own code.
struct oplab_interposition_hooks {
    /// Whether the calling thread is controlled, and runs the program's code, not the explorer's.
    bool (*_Nonnull controls_calling_thread)(void);
    uint64_t (*_Nonnull now)(void);
    /// The same, for code that may look at it in a loop: now and then others continue. The program does so itself, or it calls the
    /// runtime or Dispatch, which look for it, and for themselves now and then.
    uint64_t (*_Nonnull look_at_clock)(bool is_program);

    /// Returns when no other controlled thread holds a mutex of the runtime.
    void (*_Nonnull will_lock)(const void *_Nonnull mutex);
    void (*_Nonnull did_unlock)(const void *_Nonnull mutex);

    /// A choice point. A thread that is about to take a lock returns when no other controlled thread holds it.
    void (*_Nonnull reach)(enum oplab_point point, const void *_Nonnull resource);
    /// The calling thread has taken a lock without waiting for it.
    void (*_Nonnull did_lock)(const void *_Nonnull lock);
    /// The calling thread has taken a lock, or has given it back, that threads may share or that the exploration doesn't give to them: who
    /// waits for it is told who has it.
    void (*_Nonnull note_lock)(const void *_Nonnull lock, bool is_taken);
    /// Returns after the resource is unblocked, at the deadline, or earlier.
    void (*_Nonnull block)(const void *_Nonnull resource, uint64_t deadline);
    /// The same, by who looks then whether what it waits for is there, since nobody may announce that: no limit of the program's.
    void (*_Nonnull look)(const void *_Nonnull resource, uint64_t deadline);
    /// The thread with this number of the kernel's has what the calling thread is about to wait for.
    void (*_Nonnull note_owner)(uint32_t number);
    void (*_Nonnull unblock)(const void *_Nonnull resource);
    /// The same, called by a thread that isn't controlled.
    void (*_Nonnull unblock_from_outside)(const void *_Nonnull resource);
    void (*_Nonnull signal_from_outside)(const void *_Nonnull condition, bool all);

    /// A number for a thread that begins to wait on a condition variable: later ones have greater numbers.
    uint64_t (*_Nonnull begin_wait)(const void *_Nonnull condition);
    /// Whether a signal for the thread with this number is there, which is then its own; nobody else gets it. A thread that
    /// `ends` its wait waits no more in any case.
    bool (*_Nonnull take_signal)(const void *_Nonnull condition, uint64_t number, bool ends);
    /// Wakes one of the threads that wait, or all.
    void (*_Nonnull signal)(const void *_Nonnull condition, bool all);

    /// The kernel is to know who calls: returns on the thread of the system that the calling code began on, where it `stays` if so.
    /// May be called anywhere, also after the exploration.
    void (*_Nonnull go_home)(bool stays);

    /// Which of so many alternatives the running schedule takes, from 0: the first is that of memory which isn't weak.
    uint32_t (*_Nonnull choose)(uint32_t count);

    /// The program has used what an exploration doesn't control.
    void (*_Nonnull note_unseen)(const char *_Nonnull what);

    /// Has `body` called as a thread of the exploration: not before the turn with this ticket comes, if there is a line. A choice point.
    void (*_Nonnull start_thread)(
        void (*_Nonnull body)(void *_Nonnull), void *_Nonnull argument, const void *_Nullable line, uint64_t ticket);
    /// Adds a thread of the exploration that begins on a thread of the system of its own, which the caller makes then.
    void *_Nonnull (*_Nonnull add_thread)(void);
    /// The system didn't make it.
    void (*_Nonnull remove_thread)(void *_Nonnull thread);
    /// It did; others know the thread by `key`. A choice point.
    void (*_Nonnull start_added)(void *_Nonnull thread, const void *_Nonnull key);
    /// The calling thread is that thread: returns when the exploration lets it run.
    void (*_Nonnull begin_thread)(void *_Nonnull thread);
    /// Such a thread, which calls this, is about to end: it is none of the exploration any more.
    void (*_Nonnull end_thread)(void);
    /// Whether such a thread hasn't ended.
    bool (*_Nonnull is_running)(const void *_Nonnull key);
    /// Joins the line of a dispatch queue, or of those that have one target: returns a ticket. Of one queue the blocks come in the order of
    /// joining. None is beside an exclusive one.
    uint64_t (*_Nonnull join_line)(const void *_Nonnull line, const void *_Nonnull queue, bool is_exclusive);
    /// Returns when the turn of the ticket has come, which then lasts until `end_turn`.
    void (*_Nonnull await_turn)(const void *_Nonnull line, uint64_t ticket);
    void (*_Nonnull end_turn)(const void *_Nonnull line, uint64_t ticket);
    /// No turn comes of a queue as long as it is suspended more often than resumed.
    void (*_Nonnull suspend)(const void *_Nonnull line, const void *_Nonnull queue, bool suspends);
    void (*_Nonnull resume_from_outside)(const void *_Nonnull line, const void *_Nonnull queue);
    /// Keeps something for the running schedule, by a key. If a thread that isn't controlled unblocks that, a thread of the exploration
    /// calls `look` with it.
    void (*_Nonnull keep)(const void *_Nonnull key, void *_Nonnull kept, void (*_Nonnull look)(void *_Nonnull key));
    /// Returns what was kept first by the key, once; null if there is nothing.
    void *_Nullable (*_Nonnull take_kept)(const void *_Nonnull key);
};

#endif
