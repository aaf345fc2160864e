// What is kept of a data race when its schedule runs again: the stacks of both accesses, and the object that they meet in. Too much
// to keep of each access.
#include "Clocks.h"

#if OPLAB_INTERPOSES
#include <execinfo.h>

#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

// The code of both accesses; null if no race is looked at. The thread that controls an exploration writes it between two schedules.
static const void *watched[2] = {0, 0};
// The same, for threads outside: they ask at any time, and nothing follows from it for them.
bool oplab_watches_race = false;

// How many stacks and objects of a schedule are kept at most.
enum { most_stacks = 1 << 16, most_objects = 1 << 16 };
static int32_t stack_count = 0, object_count = 0;

// What was made, from the last: an object, or memory that was given back, which has no type.
struct object { const struct object *next; const void *type; uintptr_t begin; size_t size; };
static const struct object *objects = 0;

void oplab_watch_race(const struct oplab_race *race) {
    watched[0] = race ? race->code : 0;
    watched[1] = race ? race->other_code : 0;
    // The first call loads what it needs.
    uint64_t address;
    if (watched[0]) backtrace((void **)&address, 1);
    __atomic_store_n(&oplab_watches_race, watched[0] != 0, __ATOMIC_RELAXED);
}

void oplab_begin_details(void) {
    objects = 0;
    stack_count = object_count = 0;
}

struct oplab_stack *oplab_stack_of_race(const void *code, struct oplab_stack *older) {
    if (code != watched[0] && code != watched[1]) return 0;
    if (!older && stack_count++ >= most_stacks) {
        stack_count = most_stacks;
        return 0;
    }
    struct oplab_stack *stack = older ? older : oplab_allocate(sizeof *stack);
    bool is_in_hook = oplab_is_in_hook;
    oplab_is_in_hook = true;
    stack->depth = backtrace((void **)stack->addresses, sizeof stack->addresses / sizeof *stack->addresses);
    oplab_is_in_hook = is_in_hook;
    return stack;
}

static void note_object(const void *type, const void *begin, size_t size) {
    if (object_count == most_objects) {
        // An older one might have been where this is.
        objects = 0;
        return;
    }
    object_count++;
    struct object *object = oplab_allocate(sizeof *object);
    *object = (struct object){objects, type, (uintptr_t)begin, size};
    objects = object;
}

void oplab_forget_object(const void *begin, size_t size) { note_object(0, begin, size); }

void *swift_allocObject(const void *type, size_t size, size_t alignment) {
    void *memory = NEXT(void *(*)(const void *, size_t, size_t), swift_allocObject)(type, size, alignment);
    if (__atomic_load_n(&oplab_watches_race, __ATOMIC_RELAXED) && oplab_me()) note_object(type, memory, size);
    return memory;
}

void oplab_add_details(struct oplab_race *race) {
    if (race->other_stack) {
        // The other thread may come there again.
        struct oplab_stack *copy = oplab_allocate(sizeof *copy);
        *copy = *race->other_stack;
        race->other_stack = copy;
    }
    // What lies there now is what was noted last.
    uintptr_t address = (uintptr_t)race->address;
    for (const struct object *object = objects; object; object = object->next) {
        if (address - object->begin >= object->size) continue;
        race->type = object->type;
        race->offset = address - object->begin;
        return;
    }
}

#pragma clang attribute pop
#endif
