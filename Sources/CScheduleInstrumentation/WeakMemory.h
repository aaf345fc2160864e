// Which stores a load may read if memory is weak: an execution graph, in which each atomic access and each fence of a schedule is
// an event, and the choices by which a schedule extends it. A load may read any store, and a store may come before others
// that are there already, as long as the graph stays consistent by the model.
//
// RC11 is that of Lahav, Vafeiadis, Kang, Hur, Dreyer, *Repairing Sequential Consistency in C/C++11*, PLDI 2017, with the release
// sequences of C++20: those of a store and of read-modify-writes after it. Any of its graphs can be built event by event in the
// order in which threads run, since it forbids cycles of program order and reads-from. TSO is that of Sewell, Sarkar, Owens,
// Zappa Nardelli, Myreen, *x86-TSO*, CACM 2010.
#ifndef OPERATIONLAB_WEAKMEMORY_H
#define OPERATIONLAB_WEAKMEMORY_H

#include "Clocks.h"

#if OPLAB_INTERPOSES
enum order { relaxed, consume, acquire, release, acquire_release, sequential };

static inline bool acquires(int order) { return order == acquire || order == consume || order >= acquire_release; }
static inline bool releases(int order) { return order == release || order >= acquire_release; }

typedef unsigned __int128 wide;

struct location;

// An atomic access, or a fence. It belongs to the thread of the schedule that runs, as clocks do.
struct event {
    // The events of its thread around it, and the one before it in the schedule.
    struct event *previous, *next, *older;
    // The nearest events of its thread at other locations: what lies between two accesses for the order of sequential ones.
    struct event *before_elsewhere, *after_elsewhere;
    // Null for the value that a location has at first.
    struct explored_thread *thread;
    // When it was, in its thread's clock; its number in its thread, among all events and among accesses.
    uint32_t time, number, access;
    // Null for a fence.
    struct location *location;
    bool reads, writes, is_sequential, is_fence;
    // A read-modify-write, also one that doesn't store; an access that isn't the program's.
    bool is_locked, is_nobodys;
    // The store that it reads.
    struct event *source;
    // Of a store: its place in the modification order; the value; what is known to who acquires it; the first load of each
    // thread that has read it.
    uint32_t position;
    wide value;
    struct clock view;
    struct event *readers, *next_reader;
    // What happens before it.
    struct clock past;
    // By the last search for a cycle.
    uint32_t search;
};

// A word that was accessed by atomic instructions, and its stores in modification order.
struct location {
    struct location *next;
    uintptr_t address;
    uint32_t size, count, capacity;
    struct event **order;
    // For the fences that are compared: the extreme places of what comes after one of them, and before the other.
    uint32_t search, first_write, first_read, last_write, last_read;
};

HIDDEN extern enum oplab_memory oplab_memory;
// The last event of the schedule.
HIDDEN extern struct event *oplab_last_event;
HIDDEN extern uint32_t oplab_event_count, oplab_sequential_count;

HIDDEN void oplab_begin_memory(enum oplab_memory memory);
// How the calling thread chooses among so many alternatives.
typedef uint32_t chooser(uint32_t count);

// A load, and what it reads. It reads the last store if it may not choose.
HIDDEN wide oplab_load(struct explored_thread *, const volatile void *, size_t, wide now, int order, chooser *);
// A store. Returns whether it is the last in modification order, so that memory has to hold it.
HIDDEN bool oplab_store(struct explored_thread *, const volatile void *, size_t, wide now, wide value, int order, chooser *);
// A read-modify-write: first what it reads; then its value. One that has expected another value only reads.
HIDDEN struct event *oplab_begin_change(
    struct explored_thread *, const volatile void *, size_t, wide now, const wide *expected, int order, int order_of_failure,
    chooser *);
HIDDEN bool oplab_end_change(struct explored_thread *, struct event *, wide value, int order);
HIDDEN void oplab_fence_event(struct explored_thread *, bool is_sequential);
// The thread has done something at another place, which may lie between two accesses.
HIDDEN void oplab_note_elsewhere(struct explored_thread *);
// The same of what releases or acquires a lock, a permit or a task, which on an x86 empties the store buffer.
HIDDEN void oplab_note_order(struct explored_thread *);
// Whether the schedule has had one of those.
HIDDEN extern bool oplab_has_other_orders;
// Bytes that become something else.
HIDDEN void oplab_forget_locations(const volatile void *, size_t);

// Whether the graph, with its last event, is consistent by the model, where happens-before alone doesn't decide that.
HIDDEN bool oplab_is_consistent(struct event *last);
// Whether one event happens before another.
HIDDEN bool oplab_happens_before(const struct event *one, const struct event *other);
// Equal for equal graphs.
HIDDEN uint64_t oplab_graph_digest(void);
// Whether a schedule was too long for all choices.
HIDDEN extern bool oplab_is_memory_limited;
#endif
#endif
