// Which dispatch queues run one block at a time. Nothing asks a queue that, so it is noted when each is made.
#include "Dispatch.h"

#if OPLAB_INTERPOSES
#include <stdatomic.h>
#include <stddef.h>

// Any thread writes here: a place belongs to who has changed it from null, and a queue is looked for only by those who have got it from
// who made it.
enum { most_queues = 1 << 12 };
static struct {
    _Atomic(void *) queue;
    _Atomic(enum queue_kind) kind;
    // The queue's target, if somebody has given it one; null for none.
    _Atomic(void *) target;
} queues[most_queues];
// Attributes are few, are never freed, and most are derived from others.
enum { most_attributes = 64, is_concurrent = 1, is_inactive = 2 };
static struct {
    _Atomic(void *) attribute;
    _Atomic(int) traits;
} attributes[most_attributes];

enum { nowhere = -1 };

static ptrdiff_t place(const void *queue) {
    for (ptrdiff_t index = 0; index < most_queues; index++) {
        void *found = atomic_load_explicit(&queues[index].queue, memory_order_relaxed);
        if (found == queue) return index;
        if (!found) break;
    }
    return nowhere;
}

// A queue's address may be that of an older one of another kind.
static void note_queue(void *queue, enum queue_kind kind, void *target) {
    for (ptrdiff_t index = 0; index < most_queues; index++) {
        void *found = 0;
        if (!atomic_compare_exchange_strong(&queues[index].queue, &found, queue) && found != queue) continue;
        atomic_store_explicit(&queues[index].target, target, memory_order_relaxed);
        atomic_store_explicit(&queues[index].kind, kind, memory_order_relaxed);
        return;
    }
}

static enum queue_kind kind_at(ptrdiff_t index) {
    return index == nowhere ? queue_unknown : atomic_load_explicit(&queues[index].kind, memory_order_relaxed);
}

// The serial queue at the end of its targets, which runs one block at a time for all that have it there.
struct line oplab_line_of(void *queue) {
    ptrdiff_t index = place(queue);
    struct line line = {kind_at(index), queue};
    if (line.kind == queue_global || line.kind == queue_unknown) line.line = 0;
    while (line.kind == queue_serial || line.kind == queue_unclear) {
        queue = atomic_load_explicit(&queues[index].target, memory_order_relaxed);
        enum queue_kind kind = queue ? kind_at(index = place(queue)) : queue_unknown;
        if (kind != queue_serial && kind != queue_unclear) break;
        if (kind == queue_unclear) line.kind = kind;
        line.line = queue;
    }
    return line;
}

// MARK: How they are made

extern char _dispatch_queue_attr_concurrent __attribute__((weak));

static int traits_of(void *attribute) {
    if (!attribute) return 0;
    if (attribute == &_dispatch_queue_attr_concurrent) return is_concurrent;
    for (int index = 0; index < most_attributes; index++) {
        if (atomic_load(&attributes[index].attribute) == attribute) return atomic_load(&attributes[index].traits);
    }
    return 0;
}

static void *derived(void *attribute, int more, void *other) {
    int traits = traits_of(attribute) | more;
    if (!other || other == &_dispatch_queue_attr_concurrent || !traits) return other;
    for (int index = 0; index < most_attributes; index++) {
        void *found = 0;
        if (!atomic_compare_exchange_strong(&attributes[index].attribute, &found, other) && found != other) continue;
        atomic_store(&attributes[index].traits, traits);
        break;
    }
    return other;
}

void *dispatch_queue_attr_make_initially_inactive(void *attribute) {
    return derived(
        attribute, is_inactive, NEXT(void *(*)(void *), dispatch_queue_attr_make_initially_inactive)(attribute));
}

void *dispatch_queue_attr_make_with_qos_class(void *attribute, unsigned quality, int priority) {
    return derived(
        attribute, 0,
        NEXT(void *(*)(void *, unsigned, int), dispatch_queue_attr_make_with_qos_class)(attribute, quality, priority));
}

void *dispatch_queue_attr_make_with_autorelease_frequency(void *attribute, unsigned long frequency) {
    return derived(
        attribute, 0,
        NEXT(void *(*)(void *, unsigned long), dispatch_queue_attr_make_with_autorelease_frequency)(
            attribute, frequency));
}

// What a queue is that runs its blocks on its target: a serial one, if that is.
static enum queue_kind kind_with(void *target, enum queue_kind own) {
    enum queue_kind kind = target ? oplab_line_of(target).kind : queue_global;
    if (kind == queue_global) return own;
    if (kind == queue_serial || kind == queue_unclear) return kind;
    return own == queue_concurrent ? queue_unknown : queue_unclear;
}

// Of one that begins inactive it is not known when its blocks may run.
static void *noted(void *queue, void *attribute, void *target) {
    int traits = traits_of(attribute);
    enum queue_kind own = traits & is_concurrent ? queue_concurrent : queue_serial;
    enum queue_kind kind = kind_with(target, own);
    if (traits & is_inactive) kind = own == queue_concurrent ? queue_unknown : queue_unclear;
    note_queue(queue, kind, target);
    return queue;
}

void *dispatch_queue_create(const char *label, void *attribute) {
    return noted(NEXT(void *(*)(const char *, void *), dispatch_queue_create)(label, attribute), attribute, 0);
}

void *dispatch_queue_create_with_target(const char *label, void *attribute, void *target) {
    void *queue = NEXT(void *(*)(const char *, void *, void *), dispatch_queue_create_with_target)(label, attribute, target);
    return noted(queue, attribute, target);
}

void *dispatch_get_global_queue(intptr_t identifier, uintptr_t flags) {
    void *queue = NEXT(void *(*)(intptr_t, uintptr_t), dispatch_get_global_queue)(identifier, flags);
    if (queue) note_queue(queue, queue_global, 0);
    return queue;
}

// Of other objects nothing is noted.
void dispatch_set_target_queue(void *object, void *target) {
    enum queue_kind kind = kind_at(place(object));
    if (kind == queue_unclear) note_queue(object, kind, target);
    if (kind == queue_serial || kind == queue_concurrent) note_queue(object, kind_with(target, kind), target);
    NEXT(void (*)(void *, void *), dispatch_set_target_queue)(object, target);
}
#endif
