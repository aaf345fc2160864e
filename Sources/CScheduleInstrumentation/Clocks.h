// Which of a schedule's events happen before which: vector clocks (Fidge 1988, Mattern 1989), and the last accesses to each
// word, from which data races are found (Flanagan, Freund, *FastTrack*, PLDI 2009).
//
// All of it belongs to the one thread of an exploration that runs; the explorer hands it from thread to thread.
#ifndef OPERATIONLAB_CLOCKS_H
#define OPERATIONLAB_CLOCKS_H

#include "Interposition.h"

#if OPLAB_INTERPOSES
#include <stddef.h>

#define HIDDEN __attribute__((visibility("hidden")))

// For each thread, how much of it is known. Threads beyond `count` are not known at all.
struct clock { uint32_t *times, count, capacity; };

// One thread of a schedule, or one task: its jobs come one after the other.
struct explored_thread {
    struct explored_thread *next;
    // Its place in clocks.
    uint32_t number;
    // The number by which the explorer knows the thread, or the job of the task, that runs.
    uint32_t label;
    struct clock clock;
    // What is known to the job that has been enqueued, and has not begun.
    struct clock incoming;
    // When it has last run, in a count of its own, and when it has last begun to make a continuation.
    uint64_t last_run, continuation;
    // What relaxed loads have seen, for a later acquiring fence; what a releasing fence has published.
    struct clock acquired, released;
    // Its last event, if memory is weak, and whether it has to read the last store now.
    struct event *last_event;
    bool reads_last;
    // Its access isn't the program's.
    bool is_nobodys;
    // What its next access loses of its order.
    enum oplab_order_half loses;
    // Accesses in deinitialisers aren't judged: the count of references orders them.
    int ignored;
    // The task that has made a checked continuation on it (CheckedContinuations.c), and the one that has begun to await one: null if
    // that was suspended since. Then another task may run on the thread of an actor, and knows nothing of it.
    const void *continuing, *awaiting;
    // A load that finds the same value again and again is a loop that waits.
    struct { const volatile void *address; uint64_t value; } polled[8];
    int polled_next, polls;
    uint32_t accesses_after_race;
};

// Reads the program's symbols, once.
HIDDEN void oplab_read_functions(void);

// Whose code is behind a call: the program's; the primitive `Atomic`'s, whose words are the program's; that of other primitives, which is
// never told but as the program's or nobody's; or the explorer's and the compiler's.
enum owner { owner_program, owner_atomic, owner_primitive, owner_nobody };
HIDDEN enum owner oplab_owner(const void *code);
// The word by which inlined code asks whether the program is explored: nobody's, whoever asks. Null if the program has none.
HIDDEN extern const void *oplab_modes_word;
// Whether the primitives are the program's. Changed by who begins and ends an exploration, while threads outside ask.
HIDDEN bool oplab_explores_primitives(void);
HIDDEN void oplab_explore_primitives(bool explores);
static inline bool oplab_is_nobodys(const void *code) { return oplab_owner(code) != owner_program; }

// What the program has done at a word, and another must not have done meanwhile.
enum access { access_read, access_write, access_atomic_read, access_atomic_write };

// Memory that lasts as long as a schedule.
HIDDEN void *oplab_allocate(size_t size);
HIDDEN void oplab_forget_all(void);

HIDDEN void oplab_join(struct clock *clock, const struct clock *other);
HIDDEN void oplab_tick(struct explored_thread *thread);
// The task with this number, which is none at first; a new thread for number 0.
HIDDEN struct explored_thread *oplab_thread_of_task(uint64_t task);
// The number of the running schedule.
HIDDEN uint32_t oplab_schedule(void);
// All of them.
HIDDEN extern struct explored_thread *oplab_threads;
// What is known to a thread that acquires the word or object at an address.
HIDDEN struct clock *oplab_clock_of(const void *address);

// The thread of the running schedule that calls this, in the program's code; null elsewhere.
HIDDEN struct explored_thread *oplab_me(void);
// The same, also within a hook.
HIDDEN struct explored_thread *oplab_current(void);
// Whether the calling thread of the system is one of an exploration's.
HIDDEN bool oplab_is_carrier(void);
// As oplab_note_release and oplab_note_acquire: of the count of an object, which no program takes for a lock.
HIDDEN void oplab_release_object(const void *object);
HIDDEN void oplab_acquire_object(const void *object);
// The thread knows what those have done that have given something to threads outside.
HIDDEN void oplab_acquire_outside(struct explored_thread *thread);
// The task goes on that awaited a continuation, without having been suspended.
HIDDEN void oplab_end_await(struct explored_thread *thread);
// Judges an access of the program's code, if the calling thread is in it.
HIDDEN void oplab_touch(const volatile void *address, size_t size, enum access access, const void *code);
HIDDEN extern hooks_pointer oplab_current_hooks;
// How many times a thread has continued in this process.
HIDDEN extern uint64_t oplab_runs;
// Whether code runs that was compiled for ThreadSanitizer.
HIDDEN extern bool oplab_is_instrumented;
// Forgets what was given back by threads that may not do so themselves.
HIDDEN void oplab_forget_freed(void);
// A schedule begins.
HIDDEN void oplab_begin_runtime(void);
HIDDEN void oplab_begin_atomics(void);
// One that waits for a mutex of Synchronization.
struct waiter { const volatile void *word; struct waiter *next; };
HIDDEN void oplab_begin_to_wait(struct waiter *waiter);
HIDDEN void oplab_end_to_wait(struct waiter *waiter);
// A thread has changed a word: a mutex may be free again. That of `_outside` is one that no exploration controls.
HIDDEN void oplab_note_change(struct explored_thread *thread, const volatile void *address);
HIDDEN void oplab_note_change_outside(const volatile void *address, const void *code);
// What tasks, actors and the like the thread that runs has used since this was asked last.
HIDDEN int32_t oplab_take_used(const void *const **list);
// A function of the toolchain that is to be replaced and isn't there, or isn't replaced; null if all are.
HIDDEN const char *oplab_missing_function(void);
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"

// Its next access of the primitive `Atomic` loses a half of its order; how many have.
HIDDEN void oplab_weaken_next(enum oplab_order_half lost);
HIDDEN uint64_t oplab_weakened_accesses(void);
HIDDEN int32_t oplab_take_atomic_codes(const void *const **codes);
HIDDEN void oplab_weaken_codes(const void *const *codes, int32_t count, enum oplab_order_half lost);
// Takes away what the thread's next access loses. The second order is that of a compare-and-swap which fails; it may be null.
HIDDEN void oplab_weaken(struct explored_thread *thread, int *order, int *order_of_failure, const void *code);

// The calling thread makes a checked continuation, or resumes one.
// The functions that do so, until a null; none on another processor than x86-64.
HIDDEN extern const char *const oplab_functions_of_continuations[];
HIDDEN void oplab_note_continuation(void);
// The task that the calling thread runs; null if it runs none.
HIDDEN const void *oplab_current_task(void);
HIDDEN void oplab_note_resume(void);

// The calling thread cancels a task, or several; the functions that do so, as above.
HIDDEN extern const char *const oplab_functions_of_cancellation[];
HIDDEN void oplab_note_cancel(void);

// Judges an access against earlier ones. Returns whether the schedule has had a race.
HIDDEN bool oplab_access(
    struct explored_thread *thread, const volatile void *address, size_t size, enum access access, const void *code);
// Memory that was given back isn't what it was.
HIDDEN void oplab_forget(const void *address, size_t size);
// The list of the locations that begin in a word; null in the second if there are none in its page, of so many bytes.
HIDDEN struct location **oplab_locations_of(uintptr_t address);
HIDDEN struct location **oplab_known_locations_of(uintptr_t address);
enum { oplab_page_bits = 10, oplab_page_size = 1 << oplab_page_bits };
// What is kept of a race that is looked at (RaceDetails.c): from a schedule's begin on; the stack of an access, null if its code has
// no part in it, and in the place of an older one if there is one; the object.
HIDDEN void oplab_watch_race(const struct oplab_race *race);
HIDDEN void oplab_begin_details(void);
HIDDEN void oplab_forget_object(const void *begin, size_t size);
HIDDEN extern bool oplab_watches_race;
HIDDEN struct oplab_stack *oplab_stack_of_race(const void *code, struct oplab_stack *older);
HIDDEN void oplab_add_details(struct oplab_race *race);
// The first race of the schedule; its first code is null if there was none.
HIDDEN extern struct oplab_race oplab_first_race;
#endif
#endif
