// A serial dispatch queue that is used by `sync` is a lock, and a choice point like one.
#include "Interposition.h"

#if OPLAB_INTERPOSES
#include <stdatomic.h>
#include <stddef.h>

// MARK: Which queues are serial

// Nothing asks a queue whether it is serial, so that each is noted when it is made. Any thread writes here: a place belongs to
// who has changed it from null, and a queue is looked for only by those who have got it from who made it.
enum { most_queues = 1 << 12 };
static _Atomic(void *) serial_queues[most_queues];
// Attributes are few, are never freed, and most are derived from others.
enum { most_attributes = 64 };
static _Atomic(void *) concurrent_attributes[most_attributes];

static bool contains(_Atomic(void *) *set, size_t count, void *element) {
    for (size_t index = 0; index < count; index++) {
        void *found = atomic_load_explicit(&set[index], memory_order_relaxed);
        if (found == element) return true;
        if (!found) return false;
    }
    return false;
}

static void insert(_Atomic(void *) *set, size_t count, void *element) {
    for (size_t index = 0; index < count; index++) {
        void *found = 0;
        if (atomic_compare_exchange_strong(&set[index], &found, element) || found == element) return;
    }
}

extern char _dispatch_queue_attr_concurrent __attribute__((weak));

static bool is_concurrent(void *attribute) {
    return attribute
        && (attribute == &_dispatch_queue_attr_concurrent
            || contains(concurrent_attributes, most_attributes, attribute));
}

static void *derived(void *attribute, void *other) {
    if (is_concurrent(attribute)) insert(concurrent_attributes, most_attributes, other);
    return other;
}

void *dispatch_queue_attr_make_initially_inactive(void *attribute) {
    return derived(attribute, NEXT(void *(*)(void *), dispatch_queue_attr_make_initially_inactive)(attribute));
}

void *dispatch_queue_attr_make_with_qos_class(void *attribute, unsigned quality, int priority) {
    return derived(
        attribute,
        NEXT(void *(*)(void *, unsigned, int), dispatch_queue_attr_make_with_qos_class)(attribute, quality, priority));
}

void *dispatch_queue_attr_make_with_autorelease_frequency(void *attribute, unsigned long frequency) {
    return derived(
        attribute,
        NEXT(void *(*)(void *, unsigned long), dispatch_queue_attr_make_with_autorelease_frequency)(
            attribute, frequency));
}

// A queue's address may be that of an older one of the other kind.
static void *noted(void *queue, void *attribute) {
    if (is_concurrent(attribute)) {
        for (size_t index = 0; index < most_queues; index++) {
            void *found = atomic_load_explicit(&serial_queues[index], memory_order_relaxed);
            if (!found) break;
            // Nothing is at this address.
            if (found == queue) atomic_store_explicit(&serial_queues[index], (void *)1, memory_order_relaxed);
        }
    } else {
        insert(serial_queues, most_queues, queue);
    }
    return queue;
}

void *dispatch_queue_create(const char *label, void *attribute) {
    return noted(NEXT(void *(*)(const char *, void *), dispatch_queue_create)(label, attribute), attribute);
}

void *dispatch_queue_create_with_target(const char *label, void *attribute, void *target) {
    void *queue = NEXT(void *(*)(const char *, void *, void *), dispatch_queue_create_with_target)(label, attribute, target);
    return noted(queue, attribute);
}

// MARK: Using them as locks

typedef void (*sync_function)(void *, void *);

static void sync(void *queue, void *block, sync_function next, const char *name, const void *code) {
    hooks_pointer hooks = oplab_caller(code) == caller_program ? oplab_hooks_of_this_thread() : 0;
    if (!hooks) return next(queue, block);
    if (!contains(serial_queues, most_queues, queue)) {
        RUN_HOOK(hooks->note_unseen(name));
        return next(queue, block);
    }
    RUN_HOOK(hooks->reach(oplab_point_lock, queue));
    oplab_note_acquire(queue);
    next(queue, block);
    oplab_note_release(queue);
    RUN_HOOK(hooks->unblock(queue));
    RUN_HOOK(hooks->reach(oplab_point_unlock, queue));
}

#define SYNC(name) void name(void *queue, void *block) { \
    PASS_ON(NEXT(sync_function, name), queue, block); \
    sync(queue, block, NEXT(sync_function, name), #name, CODE); }
SYNC(dispatch_sync)
SYNC(dispatch_barrier_sync)
SYNC(dispatch_async_and_wait)
SYNC(dispatch_barrier_async_and_wait)
#endif
