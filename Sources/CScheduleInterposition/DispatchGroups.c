// Groups of blocks, and work items: blocks that may be waited for and cancelled.
#include "Dispatch.h"

#if OPLAB_INTERPOSES
#include <stdatomic.h>
#include <stdlib.h>

// What is to run once a group is empty.
struct notification {
    void *queue, *block;
    struct line line;
    struct notification *next;
};

static bool is_empty(void *group) { return NEXT(wait_function, dispatch_group_wait)(group, 0) == 0; }

// All are taken out before the first is enqueued: others may enter the group again, and ask for more.
static void notify(hooks_pointer hooks, void *group) {
    struct notification *first = 0, **last = &first, *next;
    while ((next = IN_HOOK(hooks->take_kept(group)))) {
        *last = next;
        last = &next->next;
    }
    if (first) oplab_note_acquire(group);
    while ((next = first)) {
        first = next->next;
        oplab_note_acquire(next);
        oplab_enqueue(hooks, next->queue, next->line, next->block, 0, false);
        RELEASE_BLOCK(next->block);
        RELEASE(next->queue);
        RELEASE(group);
        free(next);
    }
}

// A thread outside has left the group.
static void look_at(void *group) {
    if (is_empty(group)) notify(oplab_hooks_of_this_thread(), group);
}

void oplab_leave_group(hooks_pointer hooks, void *group) {
    oplab_note_release(group);
    NEXT(void (*)(void *), dispatch_group_leave)(group);
    RUN_HOOK(hooks->unblock(group));
    if (is_empty(group)) notify(hooks, group);
}

void dispatch_group_leave(void *group) {
    PASS_ON(NEXT(void (*)(void *), dispatch_group_leave), group);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) {
        oplab_leave_group(hooks, group);
        RUN_HOOK(hooks->reach(oplab_point_unpark, group));
        return;
    }
    NEXT(void (*)(void *), dispatch_group_leave)(group);
    hooks_pointer others = oplab_hooks_of_others();
    if (others) RUN_HOOK(others->unblock_from_outside(group));
}

void dispatch_group_enter(void *group) {
    PASS_ON(NEXT(void (*)(void *), dispatch_group_enter), group);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) RUN_HOOK(hooks->reach(oplab_point_store, group));
    NEXT(void (*)(void *), dispatch_group_enter)(group);
}

void dispatch_group_async(void *group, void *queue, void *block) {
    void (*next)(void *, void *, void *) = NEXT(void (*)(void *, void *, void *), dispatch_group_async);
    PASS_ON(next, group, queue, block);
    hooks_pointer hooks = hooks_for(CODE);
    struct line line = line_for(hooks, queue);
    if (!takes_block(hooks, line, "dispatch_group_async")) return next(group, queue, block);
    RUN_HOOK(hooks->reach(oplab_point_store, group));
    NEXT(void (*)(void *), dispatch_group_enter)(group);
    oplab_enqueue(hooks, queue, line, block, group, false);
}

void dispatch_group_notify(void *group, void *queue, void *block) {
    void (*next)(void *, void *, void *) = NEXT(void (*)(void *, void *, void *), dispatch_group_notify);
    PASS_ON(next, group, queue, block);
    hooks_pointer hooks = hooks_for(CODE);
    struct line line = line_for(hooks, queue);
    if (!takes_block(hooks, line, "dispatch_group_notify")) return next(group, queue, block);
    RUN_HOOK(hooks->reach(oplab_point_store, group));
    if (is_empty(group)) {
        oplab_note_acquire(group);
        return oplab_enqueue(hooks, queue, line, block, 0, false);
    }
    struct notification *notification = malloc(sizeof *notification);
    if (!notification) abort();
    *notification = (struct notification){queue, COPY_BLOCK(block), line, 0};
    RETAIN(queue);
    RETAIN(group);
    oplab_note_release(notification);
    RUN_HOOK(hooks->keep(group, notification, look_at));
}

// MARK: Waiting

long dispatch_group_wait(void *group, uint64_t time) {
    wait_function wait = NEXT(wait_function, dispatch_group_wait);
    PASS_ON(wait, group, time);
    hooks_pointer hooks = hooks_for(CODE);
    return hooks ? oplab_wait_in_dispatch(hooks, wait, group, time, true) : wait(group, time);
}

// MARK: Work items

// Nobody announces that a work item has run which the program has called itself.
long dispatch_block_wait(void *block, uint64_t time) {
    wait_function wait = NEXT(wait_function, dispatch_block_wait);
    PASS_ON(wait, block, time);
    hooks_pointer hooks = hooks_for(CODE);
    return hooks ? oplab_wait_in_dispatch(hooks, wait, block, time, false) : wait(block, time);
}

void dispatch_block_cancel(void *block) {
    PASS_ON(NEXT(void (*)(void *), dispatch_block_cancel), block);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) RUN_HOOK(hooks->reach(oplab_point_store, block));
    NEXT(void (*)(void *), dispatch_block_cancel)(block);
}

long dispatch_block_testcancel(void *block) {
    PASS_ON(NEXT(long (*)(void *), dispatch_block_testcancel), block);
    hooks_pointer hooks = hooks_for(CODE);
    if (hooks) RUN_HOOK(hooks->reach(oplab_point_load, block));
    return NEXT(long (*)(void *), dispatch_block_testcancel)(block);
}

// All that Dispatch makes are invoked in the same way, and hold after their head a number that never changes, and their flags.
struct work_item {
    struct block head;
    unsigned long number, flags;
};
enum { barrier_flag = 1 };
static const unsigned long number_of_work_items = 0xD159B10C;
static _Atomic(uintptr_t) invoke_of_work_items = 0;

static void *made(void *block) {
    if (block) atomic_store(&invoke_of_work_items, (uintptr_t)((struct block *)block)->invoke);
    return block;
}

void *dispatch_block_create(unsigned long flags, void *block) {
    return made(NEXT(void *(*)(unsigned long, void *), dispatch_block_create)(flags, block));
}

void *dispatch_block_create_with_qos_class(unsigned long flags, unsigned quality, int priority, void *block) {
    return made(
        NEXT(void *(*)(unsigned long, unsigned, int, void *), dispatch_block_create_with_qos_class)(
            flags, quality, priority, block));
}

bool oplab_is_work_item(const void *block) {
    const struct work_item *item = block;
    return (uintptr_t)item->head.invoke == atomic_load(&invoke_of_work_items) && item->number == number_of_work_items;
}

bool oplab_is_barrier(const void *block) {
    return oplab_is_work_item(block) && (((const struct work_item *)block)->flags & barrier_flag);
}
#endif
