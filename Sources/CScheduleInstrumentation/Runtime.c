// What Swift's runtime tells of the order of a program's accesses, and what it keeps to itself.
#include "WeakMemory.h"

#if OPLAB_INTERPOSES
#include <dlfcn.h>
#include <malloc.h>
#include <string.h>

#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

// What the thread that runs has used. No hook is called for it: the runtime may have taken a lock of its caches.
enum { most_used = 256 };
static const void *used[most_used];
static int32_t used_count = 0;

static void note_used(const void *address) {
    if (used_count < most_used) used[used_count] = address;
    if (used_count <= most_used) used_count++;
}

void oplab_note_cancel(void) { used_count = most_used + 1; }

// -1 if that isn't known.
int32_t oplab_take_used(const void *const **list) {
    int32_t count = used_count;
    used_count = 0;
    *list = used;
    return count > most_used ? -1 : count;
}

// Tasks, jobs and actors: the runtime finds these two by name when it is told that there is a ThreadSanitizer. What it has in
// its own data are locks of its caches, by which no program may hand anything over.
static bool is_programs(const void *address) { return oplab_me() && oplab_caller(address) == caller_program; }
void __tsan_acquire(void *address) {
    if (!is_programs(address)) return;
    oplab_note_acquire(address);
    note_used(address);
}
void __tsan_release(void *address) {
    if (!is_programs(address)) return;
    oplab_note_release(address);
    // Its lowest bit, which is no part of an address, says that it was given something.
    note_used((const char *)address + 1);
}

bool oplab_is_instrumented = false;

void __tsan_init(void) {
    if (oplab_is_instrumented) return;
    oplab_is_instrumented = true;
    void (*tell)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "__tsan_on_initialize");
    if (tell) tell();
}

// MARK: Memory that is given back may come again as something else

// What threads have given back that may not touch the explorer's tables: those that it doesn't control, and its own code. The
// thread that runs forgets it before it looks at memory again, and nobody gets it before it is noted here. Without optimisation the
// explorer's code gives back tens of thousands of blocks in one schedule of an exhaustive search.
enum { most_freed = 1 << 18 };
static struct { const void *address; size_t size; } freed[most_freed];
static uint32_t freed_count = 0;
static bool is_taken = false;

static void take_freed(void) {
    // All threads of an exploration have one processor.
    while (__atomic_exchange_n(&is_taken, true, __ATOMIC_ACQUIRE)) NEXT(int (*)(void), sched_yield)();
}
static void give_freed_back(void) { __atomic_store_n(&is_taken, false, __ATOMIC_RELEASE); }

static void note_freed(const void *memory, size_t size) {
    struct explored_thread *thread = oplab_me();
    if (thread) return oplab_forget(memory, size);
    // Nobody looks any more.
    if (__atomic_load_n(&freed_count, __ATOMIC_RELAXED) > most_freed) return;
    take_freed();
    if (freed_count < most_freed) {
        freed[freed_count].address = memory;
        freed[freed_count].size = size;
    }
    __atomic_store_n(&freed_count, freed_count + 1, __ATOMIC_RELAXED);
    give_freed_back();
}

void oplab_forget_freed(void) {
    if (__atomic_load_n(&freed_count, __ATOMIC_RELAXED) == 0) return;
    take_freed();
    bool is_full = freed_count > most_freed;
    uint32_t count = is_full ? most_freed : freed_count;
    for (uint32_t index = 0; index < count; index++) oplab_forget(freed[index].address, freed[index].size);
    __atomic_store_n(&freed_count, 0, __ATOMIC_RELAXED);
    give_freed_back();
    if (is_full) oplab_note_unseen("more blocks of memory given back by other threads than are remembered");
}

// In a new schedule nothing is known of any memory.
static void begin_freed(void) {
    take_freed();
    __atomic_store_n(&freed_count, 0, __ATOMIC_RELAXED);
    give_freed_back();
}

void free(void *memory) {
    if (memory && oplab_has_hooks()) note_freed(memory, malloc_usable_size(memory));
    NEXT(void (*)(void *), free)(memory);
}
void *realloc(void *memory, size_t size) {
    size_t old_size = memory && oplab_has_hooks() ? malloc_usable_size(memory) : 0;
    // Before anybody else may get it.
    if (old_size) note_freed(memory, old_size);
    return NEXT(void *(*)(void *, size_t), realloc)(memory, size);
}

#define SWIFT __attribute__((swiftcall))

// Who finds an object to be its own, or lets go of it last, knows what those did who have let go of it.
static void note_let_go(void *object, size_t count) {
    if ((intptr_t)object <= 0 || !oplab_me()) return;
    oplab_release_object(object);
    if (NEXT(size_t (*)(void *), swift_retainCount)(object) <= count) oplab_acquire_object(object);
}

void swift_release(void *object) {
    note_let_go(object, 1);
    NEXT(void (*)(void *), swift_release)(object);
}
void swift_release_n(void *object, uint32_t count) {
    note_let_go(object, count);
    NEXT(void (*)(void *, uint32_t), swift_release_n)(object, count);
}
// A bridged object may be of another kind, whose count isn't known.
void swift_bridgeObjectRelease(void *object) {
    if ((intptr_t)object > 0 && oplab_me()) oplab_release_object(object);
    NEXT(void (*)(void *), swift_bridgeObjectRelease)(object);
}
void swift_bridgeObjectRelease_n(void *object, int count) {
    if ((intptr_t)object > 0 && oplab_me()) oplab_release_object(object);
    NEXT(void (*)(void *, int), swift_bridgeObjectRelease_n)(object, count);
}
#define UNIQUE(name) bool name(const void *object) { \
    bool is_unique = NEXT(bool (*)(const void *), name)(object); \
    if (is_unique && (intptr_t)object > 0 && oplab_me()) oplab_acquire_object(object); \
    return is_unique; }
UNIQUE(swift_isUniquelyReferenced_native)
UNIQUE(swift_isUniquelyReferenced_nonNull_native)
UNIQUE(swift_isUniquelyReferenced_nonNull_bridgeObject)

// A continuation that is resumed before it is awaited: the runtime tells of no order there. Who has resumed it is known only
// where the program itself calls the runtime's function; a checked one calls it inside. So who awaits one is taken to know
// what all those have done that have run since it was made. While the runtime's function waits for a mutex, as beside a handler of
// cancellation, others run and may resume it: so the task learns that again when it goes on, unless it was suspended.
SWIFT void *swift_continuation_init(void *context, uintptr_t flags) {
    if (oplab_me()) oplab_me()->continuation = oplab_runs;
    return NEXT(SWIFT void *(*)(void *, uintptr_t), swift_continuation_init)(context, flags);
}
const void *oplab_current_task(void) { return NEXT(SWIFT const void *(*)(void), swift_task_getCurrent)(); }
static void acquire_resumption(struct explored_thread *thread) {
    for (struct explored_thread *other = oplab_threads; other; other = other->next) {
        if (other == thread || other->last_run <= thread->continuation) continue;
        oplab_join(&thread->clock, &other->clock);
        oplab_tick(other);
    }
    oplab_note_elsewhere(thread);
}
void oplab_end_await(struct explored_thread *thread) {
    bool is_same = thread->awaiting == oplab_current_task();
    thread->awaiting = 0;
    if (is_same) acquire_resumption(thread);
}
typedef __attribute__((swiftasynccall)) void await_function(void *);
__attribute__((swiftasynccall)) void swift_continuation_await(void *context) {
    struct explored_thread *thread = oplab_me();
    if (thread) {
        acquire_resumption(thread);
        thread->awaiting = oplab_current_task();
    }
    __attribute__((musttail)) return NEXT(await_function *, swift_continuation_await)(context);
}

// The lazy globals that are being made.
enum { most_onces = 64 };
static intptr_t *onces[most_onces];

void oplab_begin_runtime(void) {
    memset(onces, 0, sizeof onces);
    used_count = 0;
    begin_freed();
}

// A lazy global: who comes while another makes it waits in the scheduler.
typedef void (*once_function)(intptr_t *, void (*)(void *), void *);

static intptr_t **place_of_once(intptr_t *token) {
    for (int index = 0; index < most_onces; index++) if (onces[index] == token) return &onces[index];
    return 0;
}

// A token begins with 0 until its global has been made, and then with 1, or with -1 if that was before the runtime knew of ThreadSanitizer.
// With 1, each look at the global calls `swift_once`, which takes and gives back a lock in the token: by that, all who use one global would
// know all of one another. So it is called only until the global is made. Whether tokens are so is found out by making one, before main.
static bool knows_tokens = false;

static bool is_made(const intptr_t *token) {
    int32_t state = __atomic_load_n((const int32_t *)token, __ATOMIC_ACQUIRE);
    return knows_tokens && (state == 1 || state == -1);
}

static void make_nothing(void *context) { (void)context; }

__attribute__((constructor)) static void look_at_token(void) {
    static intptr_t token[2];
    // It isn't behind this library where that wasn't loaded first, or not at all, as in a shell that the program starts.
    once_function once = (once_function)dlsym(RTLD_NEXT, "swift_once");
    if (!once) return;
    once(token, make_nothing, 0);
    knows_tokens = true;
    knows_tokens = is_made(token);
}

void swift_once(intptr_t *token, void (*body)(void *), void *context) {
    // The explorer's own globals hand nothing over.
    bool is_noted = oplab_me() && !oplab_is_nobodys(CODE);
    hooks_pointer hooks = is_made(token) ? 0 : oplab_hooks_of_this_thread();
    while (hooks && place_of_once(token)) RUN_HOOK(hooks->block(token, oplab_never));
    if (!is_made(token)) {
        intptr_t **place = hooks ? place_of_once(0) : 0;
        if (hooks && !place) oplab_note_unseen("more lazy globals than are remembered while they are made");
        if (place) *place = token;
        NEXT(once_function, swift_once)(token, body, context);
        if (place) *place = 0;
        if (is_noted && hooks) oplab_note_release(token);
        if (hooks) RUN_HOOK(hooks->unblock(token));
    }
    if (is_noted) oplab_note_acquire(token);
}

// MARK: What has to be there

// Whether calls of a function come to this library first.
static bool is_replaced(const char *name) {
    Dl_info found, own;
    void *function = dlsym(RTLD_DEFAULT, name);
    return function && dladdr(function, &found) && dladdr((void *)note_freed, &own) && found.dli_fbase == own.dli_fbase;
}

const char *oplab_missing_function(void) {
    static const char *const replaced[] = {
        "swift_release", "swift_release_n", "swift_bridgeObjectRelease", "swift_bridgeObjectRelease_n",
        "swift_isUniquelyReferenced_native", "swift_isUniquelyReferenced_nonNull_native",
        "swift_isUniquelyReferenced_nonNull_bridgeObject", "swift_continuation_init", "swift_continuation_await",
        "swift_once", "swift_allocObject", LOCK_SLOW, 0,
    };
    static const char *const called[] = {"__tsan_on_initialize", "swift_retainCount", "swift_task_getCurrent", 0};
    for (const char *const *name = called; *name; name++) if (!dlsym(RTLD_DEFAULT, *name)) return *name;
    const char *const *const lists[] = {
        replaced, oplab_functions_of_continuations, oplab_functions_of_cancellation,
    };
    for (size_t list = 0; list < sizeof lists / sizeof *lists; list++) {
        for (const char *const *name = lists[list]; *name; name++)
            if (!is_replaced(*name) || !dlsym(RTLD_NEXT, *name)) return *name;
    }
    return 0;
}

#pragma clang attribute pop
#endif
