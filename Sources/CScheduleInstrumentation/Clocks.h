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
    // Accesses in deinitialisers aren't judged: the count of references orders them.
    int ignored;
    // It has made a checked continuation (CheckedContinuations.c).
    bool awaits_resume;
    // A load that finds the same value again and again is a loop that waits.
    const volatile void *polled;
    uint64_t polled_value;
    int polls;
};

// Reads the program's symbols, once.
HIDDEN void oplab_read_functions(void);

// Whether the code behind a call belongs to the explorer or was made by the compiler.
HIDDEN bool oplab_is_nobodys(const void *code);

// What the program has done at a word, and another must not have done meanwhile.
enum access { access_read, access_write, access_atomic_read, access_atomic_write };

// Memory that lasts as long as a schedule.
HIDDEN void *oplab_allocate(size_t size);
HIDDEN void oplab_forget_all(void);

HIDDEN void oplab_join(struct clock *clock, const struct clock *other);
HIDDEN void oplab_tick(struct explored_thread *thread);
// The task with this number, which is none at first; a new thread for number 0.
HIDDEN struct explored_thread *oplab_thread_of_task(uint64_t task);
// All of them.
HIDDEN extern struct explored_thread *oplab_threads;
// What is known to a thread that acquires the word or object at an address.
HIDDEN struct clock *oplab_clock_of(const void *address);

// The calling thread makes a checked continuation, or resumes one.
HIDDEN void oplab_note_continuation(void);
HIDDEN void oplab_note_resume(void);

// Judges an access against earlier ones. Returns whether the schedule has had a race.
HIDDEN bool oplab_access(
    struct explored_thread *thread, const volatile void *address, size_t size, enum access access, const void *code);
// Memory that was given back isn't what it was.
HIDDEN void oplab_forget(const void *address, size_t size);
// The first race of the schedule; its first code is null if there was none.
HIDDEN extern struct oplab_race oplab_first_race;
#endif
#endif
