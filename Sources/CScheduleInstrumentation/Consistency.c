#include "WeakMemory.h"

#if OPLAB_INTERPOSES

static uint32_t search = 0;

bool oplab_happens_before(const struct event *one, const struct event *other) {
    if (one == other || !other->thread) return false;
    if (!one->thread) return true;
    if (one->thread == other->thread) return one->number < other->number;
    uint32_t thread = one->thread->number;
    return thread < other->past.count && one->time <= other->past.times[thread];
}

// MARK: RC11: the order of sequentially consistent events

// Both are called for events of which neither is a store that was there at first.
static bool is_before(const struct event *one, const struct event *other) {
    if (one == other) return false;
    if (one->thread == other->thread) return one->number < other->number;
    if (one->location && one->location == other->location) {
        if (oplab_happens_before(one, other)) return true;
        if (!other->writes) return false;
        return (one->writes && one->position < other->position)
            || (one->reads && one->source->position < other->position);
    }
    const struct event *after = one->after_elsewhere, *before = other->before_elsewhere;
    return after && before && oplab_happens_before(after, before);
}

// Whether, at any location, something after one fence comes before something that is before the other.
static bool is_ordered_by_memory(const struct event *one, const struct event *other) {
    search++;
    for (struct event *event = oplab_last_event; event; event = event->older) {
        struct location *place = event->location;
        if (!place || !(event->reads || event->writes)) continue;
        if (place->search != search) {
            place->search = search;
            place->first_write = place->first_read = UINT32_MAX;
            place->last_write = place->last_read = 0;
        }
        // Places from 1, so that 0 is none.
        uint32_t write = event->position + 1, read = event->reads ? event->source->position + 1 : 0;
        if (oplab_happens_before(one, event)) {
            if (event->writes && write < place->first_write) place->first_write = write;
            if (event->reads && read < place->first_read) place->first_read = read;
        }
        if (oplab_happens_before(event, other)) {
            if (event->writes && write > place->last_write) place->last_write = write;
            if (event->reads && read > place->last_read) place->last_read = read;
        }
        if (place->first_write < place->last_write || place->first_write <= place->last_read
            || place->first_read < place->last_write || place->first_read < place->last_read)
            return true;
    }
    return false;
}

static bool is_before_sequentially(const struct event *one, const struct event *other) {
    if (is_before(one, other)) return true;
    if (one->is_fence && other->is_fence)
        return oplab_happens_before(one, other) || is_ordered_by_memory(one, other);
    if (!one->is_fence && !other->is_fence) return false;
    for (struct event *event = oplab_last_event; event; event = event->older) {
        if (one->is_fence ? oplab_happens_before(one, event) && is_before(event, other)
                          : oplab_happens_before(event, other) && is_before(one, event))
            return true;
    }
    return false;
}

enum { most_sequential = 64 };

static bool is_sequential_order_possible(void) {
    struct event *events[most_sequential];
    uint64_t after[most_sequential] = {0};
    uint32_t count = 0;
    for (struct event *event = oplab_last_event; event; event = event->older)
        if (event->is_sequential) events[count++] = event;
    for (uint32_t one = 0; one < count; one++)
        for (uint32_t other = 0; other < count; other++)
            if (one != other && is_before_sequentially(events[one], events[other])) after[one] |= 1ull << other;
    // What has nothing behind it is in no cycle.
    uint64_t left = count == 64 ? ~0ull : (1ull << count) - 1;
    for (bool has_changed = true; has_changed && left;) {
        has_changed = false;
        for (uint32_t one = 0; one < count; one++) {
            if (!(left >> one & 1) || after[one] & left) continue;
            left &= ~(1ull << one);
            has_changed = true;
        }
    }
    return left == 0;
}

// MARK: TSO: the order in which memory sees events

// An instruction that empties the store buffer: a locked one, or a fence.
static bool is_strong(const struct event *event) {
    return event->is_fence || event->is_locked || (event->is_sequential && event->writes);
}

static bool reaches(struct event *from, const struct event *goal);

static bool follows(struct event *event, const struct event *goal) {
    return event == goal || (event->search != search && reaches(event, goal));
}

// By a lock, a semaphore, or the end of a task: what releases and acquires one empties the store buffer.
static bool reaches_otherwise(struct event *from, const struct event *goal) {
    for (struct event *event = oplab_last_event; event; event = event->older) {
        if (event->thread == from->thread || !oplab_happens_before(from, event)) continue;
        if (follows(event, goal)) return true;
    }
    return false;
}

// Whether there is a way from an event to another in program order but for a load behind a store, reads-from of other threads,
// modification order, and from-reads.
static bool reaches(struct event *from, const struct event *goal) {
    from->search = search;
    bool is_ordered = from->reads || is_strong(from);
    for (struct event *event = from->next; event; event = event->next) {
        bool is_edge = is_ordered || event->writes || is_strong(event);
        if (is_edge && follows(event, goal)) return true;
        if (is_strong(event)) is_ordered = true;
    }
    if (oplab_has_other_orders && reaches_otherwise(from, goal)) return true;
    const struct location *place = from->location;
    if (!place || !(from->reads || from->writes)) return false;
    const struct event *store = from->writes ? from : from->source;
    if (store && store->position + 1 < place->count && follows(place->order[store->position + 1], goal)) return true;
    // The last event isn't among its store's readers yet.
    if (goal->source == from && goal->thread != from->thread) return true;
    for (struct event *reader = from->writes ? from->readers : 0; reader; reader = reader->next_reader)
        if (reader->thread != from->thread && follows(reader, goal)) return true;
    return false;
}

static bool has_cycle_through(struct event *last) {
    search++;
    last->search = search;
    return reaches(last, last);
}

bool oplab_is_consistent(struct event *last) {
    switch (oplab_memory) {
    case oplab_memory_rc11:
        if (oplab_sequential_count == 0) return true;
        if (oplab_sequential_count <= most_sequential && oplab_event_count <= 2048) return is_sequential_order_possible();
        break;
    case oplab_memory_tso:
        if (oplab_event_count <= (oplab_has_other_orders ? 512 : 2048)) return !has_cycle_through(last);
        break;
    default: break;
    }
    // Too long to be searched: only what is certain.
    oplab_is_memory_limited = true;
    return false;
}

// MARK: The graph

static uint64_t mixed(uint64_t value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

static uint64_t name(const struct event *event) {
    return event && event->thread ? (uint64_t)event->thread->number << 32 | event->access : 0;
}

uint64_t oplab_graph_digest(void) {
    uint64_t digest = 0;
    for (const struct event *event = oplab_last_event; event; event = event->older) {
        if (event->is_nobodys || (!event->reads && !event->writes)) continue;
        const struct event *before = event->writes ? event->location->order[event->position - 1] : 0;
        digest += mixed(mixed(mixed(name(event)) + name(event->source)) + name(before));
    }
    return digest;
}
#endif
