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
// What each has as its target, if that is one of them; null for none.
static _Atomic(void *) targets[most_queues];
// Attributes are few, are never freed, and most are derived from others.
enum { most_attributes = 64 };
static _Atomic(void *) concurrent_attributes[most_attributes];

enum { nowhere = -1 };

static ptrdiff_t place(_Atomic(void *) *set, size_t count, void *element) {
    for (size_t index = 0; index < count; index++) {
        void *found = atomic_load_explicit(&set[index], memory_order_relaxed);
        if (found == element) return (ptrdiff_t)index;
        if (!found) return nowhere;
    }
    return nowhere;
}

static ptrdiff_t insert(_Atomic(void *) *set, size_t count, void *element) {
    for (size_t index = 0; index < count; index++) {
        void *found = 0;
        if (atomic_compare_exchange_strong(&set[index], &found, element) || found == element) return (ptrdiff_t)index;
    }
    return nowhere;
}

extern char _dispatch_queue_attr_concurrent __attribute__((weak));

static bool is_concurrent(void *attribute) {
    return attribute
        && (attribute == &_dispatch_queue_attr_concurrent
            || place(concurrent_attributes, most_attributes, attribute) != nowhere);
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

// The lock of a queue: the serial one at the end of its targets, which runs one block at a time for all that have it there. Null if
// that is none, since it is concurrent.
static void *lock_of(void *queue) {
    void *lock = 0;
    ptrdiff_t index;
    while (queue && (index = place(serial_queues, most_queues, queue)) != nowhere) {
        lock = queue;
        queue = atomic_load_explicit(&targets[index], memory_order_relaxed);
    }
    return lock;
}

static void note_target(void *queue, void *target) {
    ptrdiff_t index = insert(serial_queues, most_queues, queue);
    if (index != nowhere) atomic_store_explicit(&targets[index], target, memory_order_relaxed);
}

// A queue's address may be that of an older one of the other kind.
static void *noted(void *queue, void *attribute, void *target) {
    if (!is_concurrent(attribute) || lock_of(target)) {
        note_target(queue, target);
    } else {
        ptrdiff_t index = place(serial_queues, most_queues, queue);
        // Nothing is at this address.
        if (index != nowhere) atomic_store_explicit(&serial_queues[index], (void *)1, memory_order_relaxed);
    }
    return queue;
}

void *dispatch_queue_create(const char *label, void *attribute) {
    return noted(NEXT(void *(*)(const char *, void *), dispatch_queue_create)(label, attribute), attribute, 0);
}

void *dispatch_queue_create_with_target(const char *label, void *attribute, void *target) {
    void *queue = NEXT(void *(*)(const char *, void *, void *), dispatch_queue_create_with_target)(label, attribute, target);
    return noted(queue, attribute, target);
}

// Of a concurrent queue that gets a serial target, or of other objects, nothing is noted.
void dispatch_set_target_queue(void *object, void *target) {
    if (lock_of(object)) note_target(object, target);
    NEXT(void (*)(void *, void *), dispatch_set_target_queue)(object, target);
}

// MARK: Using them as locks

typedef void (*sync_function)(void *, void *);

// A concurrent queue is a read-write lock, whose waiting isn't seen, but whose order is: what barriers have done is known to all, and
// what others have done to barriers only. The address of the others is the one behind it.
static void sync_concurrently(
    hooks_pointer hooks, void *queue, void *block, sync_function next, bool is_barrier, const char *name) {
    RUN_HOOK(hooks->note_unseen(name));
    oplab_note_acquire(queue);
    if (is_barrier) oplab_note_acquire((char *)queue + 1);
    next(queue, block);
    oplab_note_release(is_barrier ? (char *)queue : (char *)queue + 1);
}

static void sync(
    void *queue, void *block, sync_function next, bool is_barrier, const char *name, const void *code) {
    hooks_pointer hooks = hooks_for(code);
    if (!hooks) return next(queue, block);
    void *lock = lock_of(queue);
    if (!lock) return sync_concurrently(hooks, queue, block, next, is_barrier, name);
    RUN_HOOK(hooks->reach(oplab_point_lock, lock));
    oplab_note_acquire(lock);
    next(queue, block);
    oplab_note_release(lock);
    RUN_HOOK(hooks->unblock(lock));
    RUN_HOOK(hooks->reach(oplab_point_unlock, lock));
}

#define SYNC(name, is_barrier) void name(void *queue, void *block) { \
    PASS_ON(NEXT(sync_function, name), queue, block); \
    sync(queue, block, NEXT(sync_function, name), is_barrier, #name, CODE); }
SYNC(dispatch_sync, false)
SYNC(dispatch_barrier_sync, true)
SYNC(dispatch_async_and_wait, false)
SYNC(dispatch_barrier_async_and_wait, true)
#endif
