// Which dispatch queues run one block at a time. Nothing asks a queue that, so it is noted when each is made.
#include "Dispatch.h"

#if OPLAB_INTERPOSES
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

// Any thread writes here: a place belongs to who has changed it from null, and a queue is looked for only by those who have got it from
// who made it.
enum { most_queues = 1 << 12 };
static _Atomic(void *) queues[most_queues];
static _Atomic(enum queue_kind) kinds[most_queues];
// What each has as its target, if somebody has given it one; null for none.
static _Atomic(void *) targets[most_queues];
// Attributes are few, are never freed, and most are derived from others.
enum { most_attributes = 64, is_concurrent = 1, is_inactive = 2 };
static _Atomic(void *) attributes[most_attributes];
static _Atomic(int) traits[most_attributes];

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

static enum queue_kind kind_at(ptrdiff_t index) {
    return index == nowhere ? queue_unknown : atomic_load_explicit(&kinds[index], memory_order_relaxed);
}

static ptrdiff_t place_of(void *queue) { return place(queues, most_queues, queue); }

// A queue's address may be that of an older one of another kind.
static void note_queue(void *queue, enum queue_kind kind, void *target) {
    ptrdiff_t index = insert(queues, most_queues, queue);
    if (index == nowhere) return;
    atomic_store_explicit(&targets[index], target, memory_order_relaxed);
    atomic_store_explicit(&kinds[index], kind, memory_order_relaxed);
}

// The serial queue at the end of its targets, which runs one block at a time for all that have it there.
struct line oplab_line_of(void *queue) {
    ptrdiff_t index = place_of(queue);
    struct line line = {kind_at(index), queue};
    if (line.kind == queue_global || line.kind == queue_unknown) line.line = 0;
    while (line.kind == queue_serial || line.kind == queue_unclear) {
        queue = atomic_load_explicit(&targets[index], memory_order_relaxed);
        enum queue_kind kind = queue ? kind_at(index = place_of(queue)) : queue_unknown;
        if (kind != queue_serial && kind != queue_unclear) break;
        if (kind == queue_unclear) line.kind = kind;
        line.line = queue;
    }
    return line;
}

// MARK: How they are made

extern char _dispatch_queue_attr_concurrent __attribute__((weak));

// Whether there were more: then one that isn't found may be any.
static atomic_bool has_lost_attribute;

static int traits_of(void *attribute) {
    if (!attribute) return 0;
    if (attribute == &_dispatch_queue_attr_concurrent) return is_concurrent;
    ptrdiff_t index = place(attributes, most_attributes, attribute);
    if (index != nowhere) return atomic_load(&traits[index]);
    return atomic_load(&has_lost_attribute) ? is_concurrent | is_inactive : 0;
}

static void *derived(void *attribute, int more, void *other) {
    int all = traits_of(attribute) | more;
    if (!other || other == &_dispatch_queue_attr_concurrent || !all) return other;
    ptrdiff_t index = insert(attributes, most_attributes, other);
    if (index == nowhere) atomic_store(&has_lost_attribute, true);
    else atomic_store(&traits[index], all);
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
    int own_traits = traits_of(attribute);
    enum queue_kind own = own_traits & is_concurrent ? queue_concurrent : queue_serial;
    enum queue_kind kind = kind_with(target, own);
    if (own_traits & is_inactive) kind = own == queue_concurrent ? queue_unknown : queue_unclear;
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
    // They are few, and asked for often.
    if (queue && kind_at(place_of(queue)) != queue_global) note_queue(queue, queue_global, 0);
    return queue;
}

// Of other objects nothing is noted.
void dispatch_set_target_queue(void *object, void *target) {
    enum queue_kind kind = kind_at(place_of(object));
    if (kind == queue_unclear) note_queue(object, kind, target);
    if (kind == queue_serial || kind == queue_concurrent) note_queue(object, kind_with(target, kind), target);
    NEXT(void (*)(void *, void *), dispatch_set_target_queue)(object, target);
}
#endif
