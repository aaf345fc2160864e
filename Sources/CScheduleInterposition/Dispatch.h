// How the blocks of dispatch queues run in an exploration.
#ifndef OPERATIONLAB_DISPATCH_H
#define OPERATIONLAB_DISPATCH_H

#include "Interposition.h"

#if OPLAB_INTERPOSES
#define HIDDEN __attribute__((visibility("hidden")))

enum queue_kind {
    // Made before anybody took note, or the main queue; or a concurrent one of which it isn't known when its blocks may run.
    queue_unknown,
    // A serial one of which that isn't known, as it began inactive or has an unknown or concurrent target: who waits for its block has a
    // turn, and what nobody waits for is none of the exploration's.
    queue_unclear,
    queue_global, queue_concurrent, queue_serial,
};

// Where the blocks of a queue wait for their turns: null for a global queue, whose blocks wait for none, and for an unknown one.
struct line { enum queue_kind kind; void *line; };
HIDDEN struct line oplab_line_of(void *queue);

// The same, for a call: without hooks no exploration controls it, and nobody looks for the queue among all others.
static inline struct line line_for(hooks_pointer hooks, void *queue) {
    return hooks ? oplab_line_of(queue) : (struct line){queue_unknown, 0};
}

// Whether blocks that nobody waits for are the exploration's.
static inline bool runs_blocks(struct line line) { return line.kind != queue_unknown && line.kind != queue_unclear; }

// The same, for a call: if an exploration controls the caller, and doesn't run its block, the call is noted by its name.
static inline bool takes_block(hooks_pointer hooks, struct line line, const char *name) {
    if (runs_blocks(line)) return true;
    if (hooks) oplab_note_unseen(name);
    return false;
}

// Has the block run in its turn, as a thread of the exploration, and then leave the group, if there is one.
HIDDEN void oplab_enqueue(
    hooks_pointer hooks, void *queue, struct line line, void *block, void *group, bool is_barrier);

// The controlled thread leaves the group. Who was to run when it is empty is enqueued.
HIDDEN void oplab_leave_group(hooks_pointer hooks, void *group);

typedef long (*wait_function)(void *object, uint64_t time);

// Returns 0 once `wait`, which returns at once for the time 0, has returned that; or at the end of the time 1. If nobody announces what
// is waited for, it is looked for again and again.
HIDDEN long oplab_wait_in_dispatch(
    hooks_pointer hooks, wait_function wait, void *object, uint64_t time, bool is_announced);

// dispatch_time_t: nanoseconds since the start of the system; negative ones since 1970; the greatest number is never.
HIDDEN uint64_t oplab_deadline_of_dispatch(uint64_t time);

typedef void (*block_function)(void *queue, void *block);

// A block, by its ABI.
struct block {
    void *isa;
    int flags, reserved;
    // Of a block without parameters.
    void (*invoke)(struct block *block);
    void *descriptor;
};

// Whether dispatch_block_create has made the block: then one may wait for it, and cancel it.
HIDDEN bool oplab_is_work_item(const void *block);
HIDDEN bool oplab_is_barrier(const void *block);

#define COPY_BLOCK(block) NEXT(void *(*)(const void *), _Block_copy)(block)
#define RELEASE_BLOCK(block) NEXT(void (*)(const void *), _Block_release)(block)
#define RETAIN(object) NEXT(void (*)(void *), dispatch_retain)(object)
#define RELEASE(object) NEXT(void (*)(void *), dispatch_release)(object)
#endif
#endif
