#include "WeakMemory.h"

#if OPLAB_INTERPOSES
#include <string.h>

enum oplab_memory oplab_memory = oplab_memory_sequential;
struct event *oplab_last_event;
uint32_t oplab_event_count, oplab_sequential_count;
bool oplab_is_memory_limited, oplab_has_other_orders;

// What is no access and no fence has this one.
static struct location elsewhere;

void oplab_begin_memory(enum oplab_memory memory) {
    oplab_memory = memory;
    oplab_last_event = 0;
    oplab_event_count = oplab_sequential_count = 0;
    oplab_has_other_orders = false;
}

static bool knows(const struct explored_thread *thread, const struct event *event) {
    if (!event->thread) return true;
    uint32_t number = event->thread->number;
    return number < thread->clock.count && event->time <= thread->clock.times[number];
}

// MARK: Events

// Adds an event to the graph: what it reads, and where it is stored, are left open.
static struct event *new_event(struct explored_thread *thread, struct location *location) {
    struct event *event = oplab_allocate(sizeof *event), *previous = thread->last_event;
    event->thread = thread;
    event->time = thread->clock.times[thread->number];
    event->location = location;
    event->older = oplab_last_event;
    oplab_last_event = event;
    oplab_event_count++;
    thread->last_event = event;
    event->previous = previous;
    event->is_nobodys = location && location != &elsewhere && thread->is_nobodys;
    event->access = (previous ? previous->access : 0) + (location != &elsewhere && !event->is_nobodys);
    if (!previous) return event;
    previous->next = event;
    event->number = previous->number + 1;
    bool is_same = location && previous->location == location;
    event->before_elsewhere = is_same ? previous->before_elsewhere : previous;
    if (is_same) return event;
    for (; previous && !previous->after_elsewhere; previous = previous->previous) previous->after_elsewhere = event;
    return event;
}

void oplab_note_elsewhere(struct explored_thread *thread) {
    // Only the order of sequential accesses needs it.
    if (oplab_memory != oplab_memory_rc11 || oplab_sequential_count == 0) return;
    // One event stands for all that the thread does at no location of the graph until its next access: it is as early as the first,
    // and knows what the last does.
    bool is_elsewhere = thread->last_event && thread->last_event->location == &elsewhere;
    struct event *event = is_elsewhere ? thread->last_event : new_event(thread, &elsewhere);
    oplab_join(&event->past, &thread->clock);
}

void oplab_note_order(struct explored_thread *thread) {
    oplab_note_elsewhere(thread);
    if (oplab_memory != oplab_memory_tso) return;
    oplab_has_other_orders = true;
    struct event *event = new_event(thread, &elsewhere);
    event->is_locked = true;
    oplab_join(&event->past, &thread->clock);
}

void oplab_fence_event(struct explored_thread *thread, bool is_sequential) {
    if (oplab_memory == oplab_memory_sequential) return;
    if (!is_sequential) return oplab_note_elsewhere(thread);
    struct event *event = new_event(thread, 0);
    event->is_fence = event->is_sequential = true;
    oplab_sequential_count++;
    oplab_join(&event->past, &thread->clock);
}

// MARK: Locations

static void insert(struct location *place, struct event *store, uint32_t position) {
    if (place->count == place->capacity) {
        uint32_t capacity = place->capacity * 2 + 4;
        struct event **order = oplab_allocate(capacity * sizeof *order);
        if (place->count) memcpy(order, place->order, place->count * sizeof *order);
        place->order = order;
        place->capacity = capacity;
    }
    for (uint32_t index = place->count++; index > position; index--) {
        place->order[index] = place->order[index - 1];
        place->order[index]->position = index;
    }
    place->order[position] = store;
    store->position = position;
}

static void remove_store(struct location *place, const struct event *store) {
    place->count--;
    for (uint32_t index = store->position; index < place->count; index++) {
        place->order[index] = place->order[index + 1];
        place->order[index]->position = index;
    }
}

// The location of a word, which holds a value now. Code that isn't instrumented may have stored that.
static struct location *location_of(const volatile void *address, size_t size, wide now) {
    struct location **list = oplab_locations_of((uintptr_t)address), *place = *list;
    while (place && place->address != (uintptr_t)address) place = place->next;
    if (place && place->size == size && place->order[place->count - 1]->value == now) return place;
    // Another value, or of another size: it is another location.
    oplab_forget_locations(address, size);
    place = oplab_allocate(sizeof *place);
    *place = (struct location){.next = *list, .address = (uintptr_t)address, .size = (uint32_t)size};
    *list = place;
    struct event *first = oplab_allocate(sizeof *first);
    first->location = place;
    first->writes = true;
    first->value = now;
    insert(place, first, 0);
    return place;
}

void oplab_forget_locations(const volatile void *start, size_t size) {
    uintptr_t begin = (uintptr_t)start, end = begin + size;
    // One of 16 bytes may begin a word earlier.
    for (uintptr_t word = (begin & ~(uintptr_t)7) - 8; word < end; word += 8) {
        struct location **list = oplab_known_locations_of(word);
        if (!list) {
            // Nothing is known of the page.
            word = (word | (oplab_page_size - 8));
            continue;
        }
        while (*list) {
            bool overlaps = (*list)->address < end && (*list)->address + (*list)->size > begin;
            if (overlaps) *list = (*list)->next;
            else list = &(*list)->next;
        }
    }
}

// MARK: Choices

// What an access may be: what it reads, whether it stores, and where.
struct option { struct event *source; uint32_t position; bool writes; };
enum { most_options = 32 };
struct options { struct option list[most_options]; uint32_t count; };

// The first store that the thread may still read: it knows of no later one, and of no load that has read a later one.
static uint32_t floor_of(const struct explored_thread *thread, const struct location *place) {
    for (uint32_t index = place->count - 1; index > 0; index--) {
        const struct event *store = place->order[index];
        if (knows(thread, store)) return index;
        for (const struct event *reader = store->readers; reader; reader = reader->next_reader)
            if (knows(thread, reader)) return index;
    }
    return 0;
}

// Whether a read-modify-write has read the store, so that none may come between them.
static bool is_followed(const struct location *place, uint32_t index) {
    return index + 1 < place->count && place->order[index + 1]->source == place->order[index];
}

static void note_past(struct explored_thread *thread, struct event *event, int order) {
    event->past.count = event->past.capacity = 0;
    oplab_join(&event->past, &thread->clock);
    if (event->source && acquires(order)) oplab_join(&event->past, &event->source->view);
}

// Makes the event what an option says.
static void take(struct explored_thread *thread, struct event *event, struct option option, int order) {
    event->reads = option.source != 0;
    event->writes = option.writes;
    event->source = option.source;
    if (event->writes) insert(event->location, event, option.position);
    note_past(thread, event, order);
}

// The order of an option: a compare-and-swap that fails has another.
static int order_of(struct option option, int order, int order_of_failure) {
    return option.source && !option.writes ? order_of_failure : order;
}

static void set_sequential(struct event *event, bool is_sequential) {
    is_sequential = is_sequential && !event->is_nobodys;
    oplab_sequential_count += is_sequential - event->is_sequential;
    event->is_sequential = is_sequential;
}

// Adds an option if the graph stays consistent with it. The first, which reads or becomes the last store, always is.
static bool add(
    struct explored_thread *thread, struct event *event, struct options *options, struct option option, int order) {
    if (options->count == most_options) {
        oplab_is_memory_limited = true;
        return false;
    }
    if (options->count > 0) {
        set_sequential(event, order == sequential);
        take(thread, event, option, order);
        bool is_consistent = oplab_is_consistent(event);
        if (event->writes) remove_store(event->location, event);
        event->writes = false;
        set_sequential(event, false);
        if (!is_consistent) return true;
    }
    options->list[options->count++] = option;
    return true;
}

// Makes the event one of its options. Returns the order that it has then.
static int choose(
    struct explored_thread *thread, struct event *event, const struct options *options, int order, int order_of_failure,
    chooser *chooser) {
    struct option option = options->list[options->count > 1 ? chooser(options->count) : 0];
    order = order_of(option, order, order_of_failure);
    set_sequential(event, order == sequential);
    take(thread, event, option, order);
    if (!event->source) return order;
    oplab_join(acquires(order) ? &thread->clock : &thread->acquired, &event->source->view);
    for (struct event *reader = event->source->readers; reader; reader = reader->next_reader)
        if (reader->thread == thread) return order;
    event->next_reader = event->source->readers;
    event->source->readers = event;
    return order;
}

wide oplab_load(
    struct explored_thread *thread, const volatile void *address, size_t size, wide now, int order, chooser *chooser) {
    struct location *place = location_of(address, size, now);
    struct event *event = new_event(thread, place);
    struct options options = {.count = 0};
    uint32_t floor = chooser ? floor_of(thread, place) : place->count - 1;
    for (uint32_t index = place->count; index-- > floor;)
        if (!add(thread, event, &options, (struct option){place->order[index], 0, false}, order)) break;
    choose(thread, event, &options, order, order, chooser);
    return event->source->value;
}

bool oplab_store(
    struct explored_thread *thread, const volatile void *address, size_t size, wide now, wide value, int order,
    chooser *chooser) {
    struct location *place = location_of(address, size, now);
    struct event *event = new_event(thread, place);
    struct options options = {.count = 0};
    uint32_t floor = chooser ? floor_of(thread, place) : place->count - 1;
    for (uint32_t position = place->count; position > floor; position--) {
        if (is_followed(place, position - 1)) continue;
        if (!add(thread, event, &options, (struct option){0, position, true}, order)) break;
    }
    choose(thread, event, &options, order, order, chooser);
    return oplab_end_change(thread, event, value, order);
}

struct event *oplab_begin_change(
    struct explored_thread *thread, const volatile void *address, size_t size, wide now, const wide *expected, int order,
    int order_of_failure, chooser *chooser) {
    struct location *place = location_of(address, size, now);
    struct event *event = new_event(thread, place);
    event->is_locked = true;
    struct options options = {.count = 0};
    uint32_t floor = chooser ? floor_of(thread, place) : place->count - 1;
    for (uint32_t index = place->count; index-- > floor;) {
        struct option option = {place->order[index], index + 1, !expected || place->order[index]->value == *expected};
        if (option.writes && is_followed(place, index)) continue;
        if (!add(thread, event, &options, option, order_of(option, order, order_of_failure))) break;
    }
    choose(thread, event, &options, order, order_of_failure, chooser);
    return event;
}

bool oplab_end_change(struct explored_thread *thread, struct event *event, wide value, int order) {
    event->value = value;
    oplab_join(&event->view, releases(order) ? &thread->clock : &thread->released);
    if (event->source) oplab_join(&event->view, &event->source->view);
    oplab_tick(thread);
    return event->position + 1 == event->location->count;
}
#endif
