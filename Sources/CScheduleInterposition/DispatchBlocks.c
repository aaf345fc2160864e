// What is put into a dispatch queue runs as a thread of the exploration, on the queue, when its turn has come: in a serial queue after
// what came before, in a concurrent one not beside a barrier. So does what is put there to be waited for.
#include "Dispatch.h"

#if OPLAB_INTERPOSES
#include <stdlib.h>

// MARK: Turns

// A block's. Without a line it waits for none.
struct turn {
    void *line;
    uint64_t ticket;
    bool is_exclusive;
};

// A choice point: who comes first has its turn first.
static void join_line(hooks_pointer hooks, struct turn *turn, void *queue, enum oplab_point point) {
    if (!turn->line) return;
    RUN_HOOK(hooks->reach(point, turn->line));
    turn->ticket = IN_HOOK(hooks->join_line(turn->line, queue, turn->is_exclusive));
}

// What barriers have done is known to all, and what others have done to barriers only. The address of the others is the one behind.
static void await_turn(hooks_pointer hooks, const struct turn *turn) {
    if (!turn->line) return;
    RUN_HOOK(hooks->await_turn(turn->line, turn->ticket));
    oplab_note_acquire(turn->line);
    if (turn->is_exclusive) oplab_note_acquire((char *)turn->line + 1);
}

static void end_turn(hooks_pointer hooks, const struct turn *turn) {
    if (!turn->line) return;
    oplab_note_release((char *)turn->line + (turn->is_exclusive ? 0 : 1));
    RUN_HOOK(hooks->end_turn(turn->line, turn->ticket));
}

// Who cancels a work item may come before it, or too late.
static void reach_work_item(hooks_pointer hooks, void *block) {
    if (oplab_is_work_item(block)) RUN_HOOK(hooks->reach(oplab_point_arrival, block));
}

// A work item has run: who waits for it may go on.
static void note_run(hooks_pointer hooks, void *block) {
    if (!oplab_is_work_item(block)) return;
    oplab_note_release(block);
    RUN_HOOK(hooks->unblock(block));
}

// MARK: Waiting for the block

static void sync(
    void *queue, void *block, block_function next, bool is_barrier, const char *name, const void *code) {
    hooks_pointer hooks = hooks_for(code);
    if (!hooks) return next(queue, block);
    struct line line = oplab_line_of(queue);
    if (!runs_blocks(line)) RUN_HOOK(hooks->note_unseen(name));
    if (line.kind == queue_unknown) {
        // Its waiting isn't seen. It is taken for a serial one, so that no race is reported that is none.
        oplab_note_acquire(queue);
        next(queue, block);
        oplab_note_release(queue);
        return note_run(hooks, block);
    }
    struct turn turn = {line.line, 0, is_barrier || oplab_is_barrier(block) || line.kind != queue_concurrent};
    join_line(hooks, &turn, queue, oplab_point_store);
    // No point comes behind the turn: who suspended the queue there would have the real one wait.
    reach_work_item(hooks, block);
    await_turn(hooks, &turn);
    next(queue, block);
    note_run(hooks, block);
    end_turn(hooks, &turn);
    if (turn.line) RUN_HOOK(hooks->reach(oplab_point_unlock, turn.line));
}

#define SYNC(name, is_barrier) void name(void *queue, void *block) { \
    PASS_ON(NEXT(block_function, name), queue, block); \
    sync(queue, block, NEXT(block_function, name), is_barrier, #name, CODE); }
SYNC(dispatch_sync, false)
SYNC(dispatch_barrier_sync, true)
SYNC(dispatch_async_and_wait, false)
SYNC(dispatch_barrier_async_and_wait, true)

// MARK: Not waiting for it

struct item {
    void *queue, *block, *group;
    struct turn turn;
    // Of a concurrent queue.
    bool is_barrier;
    uint64_t deadline;
};

static struct item *make_item(void *queue, void *block, void *group, struct line line, bool is_barrier) {
    struct item *item = malloc(sizeof *item);
    if (!item) abort();
    is_barrier = line.kind == queue_concurrent && (is_barrier || oplab_is_barrier(block));
    struct turn turn = {line.line, 0, is_barrier || line.kind == queue_serial};
    *item = (struct item){queue, COPY_BLOCK(block), group, turn, is_barrier, 0};
    RETAIN(queue);
    if (group) RETAIN(group);
    return item;
}

// Called on the queue, so that code in the block finds itself there, and so does the end of what the block holds.
static void call_block(void *argument) {
    struct item *item = argument;
    hooks_pointer hooks = oplab_hooks_of_this_thread();
    reach_work_item(hooks, item->block);
    ((struct block *)item->block)->invoke(item->block);
    note_run(hooks, item->block);
    RELEASE_BLOCK(item->block);
}

static void run_item(void *argument) {
    struct item *item = argument;
    hooks_pointer hooks = oplab_hooks_of_this_thread();
    await_turn(hooks, &item->turn);
    typedef void (*sync_function)(void *, void *, void (*)(void *));
    if (item->is_barrier) {
        NEXT(sync_function, dispatch_barrier_sync_f)(item->queue, item, call_block);
    } else {
        NEXT(sync_function, dispatch_sync_f)(item->queue, item, call_block);
    }
    if (item->group) {
        oplab_leave_group(hooks, item->group);
        RELEASE(item->group);
    }
    end_turn(hooks, &item->turn);
    RELEASE(item->queue);
    free(item);
}

static void enqueue(hooks_pointer hooks, struct item *item) {
    join_line(hooks, &item->turn, item->queue, oplab_point_arrival);
    RUN_HOOK(hooks->start_thread(run_item, item, item->turn.line, item->turn.ticket));
}

void oplab_enqueue(
    hooks_pointer hooks, void *queue, struct line line, void *block, void *group, bool is_barrier) {
    enqueue(hooks, make_item(queue, block, group, line, is_barrier));
}

static void async(void *queue, void *block, block_function next, bool is_barrier, const char *name, const void *code) {
    hooks_pointer hooks = hooks_for(code);
    struct line line = line_for(hooks, queue);
    if (!takes_block(hooks, line, name)) return next(queue, block);
    oplab_enqueue(hooks, queue, line, block, 0, is_barrier);
}

#define ASYNC(name, is_barrier) void name(void *queue, void *block) { \
    PASS_ON(NEXT(block_function, name), queue, block); \
    async(queue, block, NEXT(block_function, name), is_barrier, #name, CODE); }
ASYNC(dispatch_async, false)
ASYNC(dispatch_barrier_async, true)

// MARK: Later

static void run_later(void *argument) {
    struct item *item = argument;
    hooks_pointer hooks = oplab_hooks_of_this_thread();
    while (!has_come(hooks, item->deadline)) RUN_HOOK(hooks->block(item, item->deadline));
    enqueue(hooks, item);
}

void dispatch_after(uint64_t when, void *queue, void *block) {
    void (*next)(uint64_t, void *, void *) = NEXT(void (*)(uint64_t, void *, void *), dispatch_after);
    PASS_ON(next, when, queue, block);
    hooks_pointer hooks = hooks_for(CODE);
    struct line line = line_for(hooks, queue);
    if (!takes_block(hooks, line, "dispatch_after")) return next(when, queue, block);
    uint64_t deadline = oplab_deadline_of_dispatch(when);
    if (deadline == oplab_never) return;
    struct item *item = make_item(queue, block, 0, line, false);
    item->deadline = deadline;
    if (has_come(hooks, deadline)) return enqueue(hooks, item);
    RUN_HOOK(hooks->start_thread(run_later, item, 0, 0));
}

// MARK: Many at once

// One call of dispatch_apply. Changed by who has the scheduling token.
struct loop {
    void *block;
    unsigned long count, next, running;
};

static void run_loop(void *argument) {
    struct loop *loop = argument;
    hooks_pointer hooks = oplab_hooks_of_this_thread();
    while (true) {
        RUN_HOOK(hooks->reach(oplab_point_arrival, loop));
        if (loop->next >= loop->count) break;
        ((void (*)(void *, unsigned long))((struct block *)loop->block)->invoke)(loop->block, loop->next++);
    }
    oplab_note_release(loop);
    loop->running--;
    RUN_HOOK(hooks->unblock(loop));
}

// On how many threads, at most: two suffice for most races, and each more is one to choose among. The caller, which only waits, has
// variables on its stack that they share, and accesses to a thread's own stack aren't judged.
enum { most_threads = 2 };

void dispatch_apply(unsigned long count, void *queue, void *block) {
    void (*next)(unsigned long, void *, void *) = NEXT(void (*)(unsigned long, void *, void *), dispatch_apply);
    PASS_ON(next, count, queue, block);
    hooks_pointer hooks = hooks_for(CODE);
    // One alone runs on the calling thread. Without a queue it is a global one.
    if (count <= 1) return next(count, queue, block);
    enum queue_kind kind = queue ? line_for(hooks, queue).kind : queue_global;
    struct loop *loop = hooks && kind == queue_global ? malloc(sizeof *loop) : 0;
    if (!loop) {
        if (hooks) oplab_note_unseen("dispatch_apply");
        return next(count, queue, block);
    }
    *loop = (struct loop){block, count, 0, 0};
    for (unsigned long thread = 0; thread < most_threads && thread < count; thread++) {
        loop->running++;
        RUN_HOOK(hooks->start_thread(run_loop, loop, 0, 0));
    }
    while (loop->running) RUN_HOOK(hooks->block(loop, oplab_never));
    oplab_note_acquire(loop);
    free(loop);
    oplab_forget_stack();
}

// MARK: Suspension

// Also of the queue itself, in which nothing waits: somebody outside may resume it.
#define SUSPENSION(name, suspends) void name(void *object) { \
    PASS_ON(NEXT(void (*)(void *), name), object); \
    hooks_pointer hooks = hooks_for(CODE), others = hooks || suspends ? 0 : oplab_hooks_of_others(); \
    void *line = line_for(hooks ? hooks : others, object).line; \
    if (line && hooks) RUN_HOOK(hooks->reach(oplab_point_store, line)); \
    if (line && hooks && !suspends) oplab_note_release(line); \
    NEXT(void (*)(void *), name)(object); \
    if (line && hooks) RUN_HOOK(hooks->suspend(line, object, suspends)); \
    if (line && others) RUN_HOOK(others->resume_from_outside(line, object)); }
SUSPENSION(dispatch_suspend, true)
SUSPENSION(dispatch_resume, false)
#endif
