// What is kept of a data race when its schedule runs again: the stacks of both accesses, and the object that they meet in. Too much
// to keep of each access.
#include "Clocks.h"

#if OPLAB_INTERPOSES
#include <execinfo.h>

#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

// The code of both accesses; null if no race is looked at. The thread that controls an exploration writes it between two schedules;
// threads outside look at the first at any time, and nothing follows from it for them.
static const void *watched[2] = {0, 0};

static bool is_watching(void) { return __atomic_load_n(&watched[0], __ATOMIC_RELAXED) != 0; }

// The objects that the schedule has made, from the last.
struct object { const struct object *next; const void *type; uintptr_t begin; size_t size; };
static const struct object *objects = 0;

void oplab_watch_race(const struct oplab_race *race) {
    __atomic_store_n(&watched[0], race ? race->code : 0, __ATOMIC_RELAXED);
    watched[1] = race ? race->other_code : 0;
}

// How many stacks and objects are remembered of a schedule, and how many may be yet.
enum { most_details = 1 << 16 };
static int32_t details_left = 0;

void oplab_begin_details(void) {
    objects = 0;
    details_left = most_details;
}

static bool take_detail(void) { return details_left > 0 && details_left-- > 0; }

struct oplab_stack *oplab_stack_of_race(const void *code, struct oplab_stack *older) {
    if (__builtin_expect(!is_watching(), 1) || (code != watched[0] && code != watched[1])) return 0;
    if (!older && !take_detail()) return 0;
    struct oplab_stack *stack = older ? older : oplab_allocate(sizeof *stack);
    stack->depth = backtrace((void **)stack->addresses, sizeof stack->addresses / sizeof *stack->addresses);
    return stack;
}

void *swift_allocObject(const void *type, size_t size, size_t alignment) {
    void *memory = NEXT(void *(*)(const void *, size_t, size_t), swift_allocObject)(type, size, alignment);
    if (!is_watching() || !oplab_me() || !take_detail()) return memory;
    struct object *object = oplab_allocate(sizeof *object);
    *object = (struct object){objects, type, (uintptr_t)memory, size};
    objects = object;
    return memory;
}

void oplab_add_details(struct oplab_race *race) {
    if (race->other_stack) {
        // The other thread may come there again.
        struct oplab_stack *copy = oplab_allocate(sizeof *copy);
        *copy = *race->other_stack;
        race->other_stack = copy;
    }
    // What lies there now is what was made last.
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
