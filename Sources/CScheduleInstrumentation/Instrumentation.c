// The functions that code calls which was compiled for ThreadSanitizer. They take the place of its runtime, so that each atomic
// access of a program's own code is a choice point of an exploration, and each plain one is judged for data races.
// (Serebryany, Iskhodzhanov, *ThreadSanitizer: data race detection in practice*, 2009, has the instrumentation.)
#include "Clocks.h"

#if OPLAB_INTERPOSES
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <string.h>

// Words of 16 bytes are accessed by a function of libatomic.
#pragma clang diagnostic ignored "-Watomic-alignment"
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

enum { relaxed, consume, acquire, release, acquire_release, sequential };

static bool is_instrumented = false;
static hooks_pointer current_hooks = 0;
// The thread of the schedule that the calling thread of the system runs: null in the explorer's own code.
static _Thread_local struct explored_thread *active = 0, *thread_of_carrier = 0;
static _Thread_local uintptr_t stack_begin = 0, stack_size = 0;
// The lazy globals that are being made.
enum { most_onces = 64 };
static intptr_t *onces[most_onces];
// How many wait for a mutex of Synchronization, whose unlocks are atomic accesses like any other.
static int waiters = 0;

static struct explored_thread *me(void) { return oplab_is_in_hook ? 0 : active; }

void oplab_note_release(const void *address) {
    struct explored_thread *thread = active;
    if (!thread) return;
    oplab_join(oplab_clock_of(address), &thread->clock);
    oplab_tick(thread);
}

void oplab_note_acquire(const void *address) {
    struct explored_thread *thread = active;
    if (thread) oplab_join(&thread->clock, oplab_clock_of(address));
}

// Stands for all checked continuations.
static const char resumes = 0;
void oplab_note_continuation(void) { if (me()) me()->awaits_resume = true; }
void oplab_note_resume(void) { if (me()) oplab_note_release(&resumes); }

// MARK: What the explorer calls

static void begin_schedule(hooks_pointer hooks) {
    current_hooks = hooks;
    oplab_read_functions();
    waiters = 0;
    memset(onces, 0, sizeof onces);
    oplab_forget_all();
}

static void *begin_thread(void *address_of_parent, uint64_t task) {
    struct explored_thread *thread = oplab_thread_of_task(task), *parent = address_of_parent;
    if (parent) {
        oplab_join(&thread->incoming, &parent->clock);
        oplab_tick(parent);
    }
    return thread;
}

static void run_thread(void *address, uint32_t label) {
    struct explored_thread *thread = address;
    if (stack_size == 0) {
        pthread_attr_t attributes;
        void *begin;
        size_t size;
        pthread_getattr_np(pthread_self(), &attributes);
        pthread_attr_getstack(&attributes, &begin, &size);
        pthread_attr_destroy(&attributes);
        stack_begin = (uintptr_t)begin;
        stack_size = size;
    }
    thread->label = label;
    oplab_join(&thread->clock, &thread->incoming);
    thread->incoming = (struct clock){0};
    // The runtime tells of the order if the task was suspended.
    thread->awaits_resume = false;
    thread_of_carrier = thread;
}

static void acquire_for(void *thread, const void *address) {
    oplab_join(&((struct explored_thread *)thread)->clock, oplab_clock_of(address));
}

static void release_for(void *thread, const void *address) {
    oplab_join(oplab_clock_of(address), &((struct explored_thread *)thread)->clock);
    oplab_tick(thread);
}

static uint64_t runs = 0;

static void note_inside(bool is_inside) {
    active = is_inside ? 0 : thread_of_carrier;
    if (active) active->last_run = ++runs;
}

static struct oplab_race first_race(void) { return oplab_first_race; }

const struct oplab_instrumentation *oplab_instrumentation_of_program(void) {
    static const struct oplab_instrumentation functions = {
        begin_schedule, begin_thread, run_thread, acquire_for, release_for, note_inside, first_race,
    };
    return is_instrumented ? &functions : 0;
}

// MARK: Plain accesses

static inline void touch(const volatile void *address, size_t size, enum access access, const void *code) {
    struct explored_thread *thread = me();
    if (!thread || thread->ignored || oplab_is_nobodys(code)) return;
    // Other threads' calls use the same stack later.
    if ((uintptr_t)address - stack_begin < stack_size) return;
    oplab_access(thread, address, size, access, code);
}

#define PC __builtin_return_address(0)
#define PLAIN(N) \
    void __tsan_read##N(void *address) { touch(address, N, access_read, PC); } \
    void __tsan_write##N(void *address) { touch(address, N, access_write, PC); } \
    void __tsan_unaligned_read##N(void *address) { touch(address, N, access_read, PC); } \
    void __tsan_unaligned_write##N(void *address) { touch(address, N, access_write, PC); } \
    void __tsan_read_write##N(void *address) { touch(address, N, access_write, PC); } \
    void __tsan_unaligned_read_write##N(void *address) { touch(address, N, access_write, PC); }
PLAIN(1) PLAIN(2) PLAIN(4) PLAIN(8) PLAIN(16)

void __tsan_read_range(void *address, size_t size) { touch(address, size, access_read, PC); }
void __tsan_write_range(void *address, size_t size) { touch(address, size, access_write, PC); }
// An access that Swift's law of exclusivity forbids to others: as of an `inout`.
void __tsan_external_read(void *address, void *code, void *tag) { touch(address, 1, access_read, PC); }
void __tsan_external_write(void *address, void *code, void *tag) { touch(address, 1, access_write, PC); }
void __tsan_vptr_update(void **address, void *value) { touch(address, 8, access_write, PC); }
void __tsan_vptr_read(void **address) { touch(address, 8, access_read, PC); }

void *__tsan_memcpy(void *to, const void *from, size_t size) {
    touch(from, size, access_read, PC);
    touch(to, size, access_write, PC);
    return memcpy(to, from, size);
}
void *__tsan_memmove(void *to, const void *from, size_t size) {
    touch(from, size, access_read, PC);
    touch(to, size, access_write, PC);
    return memmove(to, from, size);
}
void *__tsan_memset(void *to, int byte, size_t size) {
    touch(to, size, access_write, PC);
    return memset(to, byte, size);
}

void __tsan_func_entry(void *code) {
    struct explored_thread *thread = me();
    if (thread && thread->awaits_resume) oplab_join(&thread->clock, oplab_clock_of(&resumes));
}
void __tsan_func_exit(void) {}
void __tsan_ignore_thread_begin(void) { if (me()) me()->ignored++; }
void __tsan_ignore_thread_end(void) { if (me()) me()->ignored--; }

// MARK: Atomic accesses

// After a race no thread is interrupted any more: what it has broken may crash.
static void reach(enum oplab_point point, const volatile void *address, const void *code) {
    if (!oplab_first_race.code && !oplab_is_nobodys(code)) RUN_HOOK(current_hooks->reach(point, (const void *)address));
}

// A thread that waits in a loop for another's store has to let others continue.
static void note_poll(struct explored_thread *thread, const volatile void *address, uint64_t value, const void *code) {
    if (thread->polled != address || thread->polled_value != value) thread->polls = 0;
    thread->polled = address;
    thread->polled_value = value;
    if (++thread->polls > 8 && !oplab_is_nobodys(code)) reach(oplab_point_pause, address, code);
}

static void did_load(struct explored_thread *thread, const volatile void *address, int order) {
    bool acquires = order == acquire || order == consume || order >= acquire_release;
    oplab_join(acquires ? &thread->clock : &thread->acquired, oplab_clock_of((const void *)address));
}

// A read-modify-write continues the release sequence of the store that it has read.
static void did_store(struct explored_thread *thread, const volatile void *address, int order, bool continues) {
    bool releases = order == release || order >= acquire_release;
    struct clock *clock = oplab_clock_of((const void *)address);
    if (!continues) clock->count = 0, clock->capacity = 0;
    oplab_join(clock, releases ? &thread->clock : &thread->released);
    oplab_tick(thread);
    thread->polls = 0;
    if (waiters) RUN_HOOK(current_hooks->unblock((const void *)address));
}

static void fence(int order) {
    struct explored_thread *thread = me();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (!thread) return;
    if (order == acquire || order >= acquire_release) oplab_join(&thread->clock, &thread->acquired);
    if (order == release || order >= acquire_release) {
        thread->released.count = thread->released.capacity = 0;
        oplab_join(&thread->released, &thread->clock);
        oplab_tick(thread);
    }
}

void __tsan_atomic_thread_fence(int order) { fence(order); }
void __tsan_atomic_signal_fence(int order) {}

enum change { change_set, change_add, change_subtract, change_and, change_or, change_xor, change_nand };

#define ATOMIC(BITS, T) \
    T __tsan_atomic##BITS##_load(const volatile T *address, int order) { \
        struct explored_thread *thread = me(); \
        if (!thread) return __atomic_load_n(address, __ATOMIC_SEQ_CST); \
        reach(oplab_point_load, address, PC); \
        T value = *address; \
        touch(address, sizeof(T), access_atomic_read, PC); \
        did_load(thread, address, order); \
        note_poll(thread, address, (uint64_t)value, PC); \
        return value; \
    } \
    void __tsan_atomic##BITS##_store(volatile T *address, T value, int order) { \
        struct explored_thread *thread = me(); \
        if (!thread) return __atomic_store_n(address, value, __ATOMIC_SEQ_CST); \
        reach(oplab_point_store, address, PC); \
        touch(address, sizeof(T), access_atomic_write, PC); \
        *address = value; \
        did_store(thread, address, order, false); \
    } \
    static T changed##BITS(T old, T value, enum change change) { \
        switch (change) { \
        case change_set: return value; \
        case change_add: return old + value; \
        case change_subtract: return old - value; \
        case change_and: return old & value; \
        case change_or: return old | value; \
        case change_xor: return old ^ value; \
        case change_nand: return ~(old & value); \
        } \
        __builtin_unreachable(); \
    } \
    static T change##BITS(volatile T *address, T value, int order, enum change change, const void *code) { \
        struct explored_thread *thread = me(); \
        if (!thread) { \
            T old = __atomic_load_n(address, __ATOMIC_SEQ_CST); \
            while (!__atomic_compare_exchange_n( \
                address, &old, changed##BITS(old, value, change), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {} \
            return old; \
        } \
        reach(oplab_point_store, address, code); \
        T old = *address; \
        touch(address, sizeof(T), access_atomic_write, code); \
        T new = changed##BITS(old, value, change); \
        *address = new; \
        did_load(thread, address, order); \
        /* What changes nothing is a look, as of a lock that is tried by an exchange. */ \
        int polls = thread->polls; \
        did_store(thread, address, order, true); \
        if (new == old) { \
            thread->polls = polls; \
            note_poll(thread, address, (uint64_t)old, code); \
        } \
        return old; \
    } \
    T __tsan_atomic##BITS##_exchange(volatile T *a, T v, int o) { return change##BITS(a, v, o, change_set, PC); } \
    T __tsan_atomic##BITS##_fetch_add(volatile T *a, T v, int o) { return change##BITS(a, v, o, change_add, PC); } \
    T __tsan_atomic##BITS##_fetch_sub(volatile T *a, T v, int o) { return change##BITS(a, v, o, change_subtract, PC); } \
    T __tsan_atomic##BITS##_fetch_and(volatile T *a, T v, int o) { return change##BITS(a, v, o, change_and, PC); } \
    T __tsan_atomic##BITS##_fetch_or(volatile T *a, T v, int o) { return change##BITS(a, v, o, change_or, PC); } \
    T __tsan_atomic##BITS##_fetch_xor(volatile T *a, T v, int o) { return change##BITS(a, v, o, change_xor, PC); } \
    T __tsan_atomic##BITS##_fetch_nand(volatile T *a, T v, int o) { return change##BITS(a, v, o, change_nand, PC); } \
    static bool replace##BITS( \
        volatile T *address, T *expected, T value, int order, int order_of_failure, const void *code) { \
        struct explored_thread *thread = me(); \
        if (!thread) return __atomic_compare_exchange_n( \
            address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        reach(oplab_point_store, address, code); \
        T old = *address; \
        bool succeeds = old == *expected; \
        touch(address, sizeof(T), succeeds ? access_atomic_write : access_atomic_read, code); \
        did_load(thread, address, succeeds ? order : order_of_failure); \
        if (succeeds) { \
            *address = value; \
            did_store(thread, address, order, true); \
        } else { \
            *expected = old; \
            note_poll(thread, address, (uint64_t)old, code); \
        } \
        return succeeds; \
    } \
    T __tsan_atomic##BITS##_compare_exchange_val(volatile T *a, T e, T v, int o, int f) { \
        replace##BITS(a, &e, v, o, f, PC); \
        return e; \
    } \
    int __tsan_atomic##BITS##_compare_exchange_strong(volatile T *a, T *e, T v, int o, int f) { \
        return replace##BITS(a, e, v, o, f, PC); \
    } \
    int __tsan_atomic##BITS##_compare_exchange_weak(volatile T *a, T *e, T v, int o, int f) { \
        return replace##BITS(a, e, v, o, f, PC); \
    }
ATOMIC(8, uint8_t) ATOMIC(16, uint16_t) ATOMIC(32, uint32_t) ATOMIC(64, uint64_t) ATOMIC(128, unsigned __int128)

// MARK: What Swift's runtime tells, and what it keeps to itself

// Tasks, jobs and actors: the runtime finds these two by name when it is told that there is a ThreadSanitizer.
void __tsan_acquire(void *address) { if (me()) oplab_note_acquire(address); }
void __tsan_release(void *address) { if (me()) oplab_note_release(address); }

void __tsan_init(void) {
    if (is_instrumented) return;
    is_instrumented = true;
    void (*tell)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "__tsan_on_initialize");
    if (tell) tell();
}

// Memory that is given back may come again as something else.
void free(void *memory) {
    if (memory && active) oplab_forget(memory, malloc_usable_size(memory));
    NEXT(void (*)(void *), free)(memory);
}
void *realloc(void *memory, size_t size) {
    size_t old_size = memory && active ? malloc_usable_size(memory) : 0;
    void *result = NEXT(void *(*)(void *, size_t), realloc)(memory, size);
    if (old_size && result && result != memory) oplab_forget(memory, old_size);
    return result;
}

// Who finds an object to be its own knows what those did who have let go of it.
void swift_release(void *object) {
    if ((intptr_t)object > 0 && me()) oplab_note_release(object);
    NEXT(void (*)(void *), swift_release)(object);
}
void swift_bridgeObjectRelease(void *object) {
    if ((intptr_t)object > 0 && me()) oplab_note_release(object);
    NEXT(void (*)(void *), swift_bridgeObjectRelease)(object);
}
#define UNIQUE(name) bool name(const void *object) { \
    bool is_unique = NEXT(bool (*)(const void *), name)(object); \
    if (is_unique && (intptr_t)object > 0 && me()) oplab_note_acquire(object); \
    return is_unique; }
UNIQUE(swift_isUniquelyReferenced_native)
UNIQUE(swift_isUniquelyReferenced_nonNull_native)
UNIQUE(swift_isUniquelyReferenced_nonNull_bridgeObject)
UNIQUE(swift_isUniquelyReferenced_bridgeObject)

// A continuation that is resumed before it is awaited: the runtime tells of no order there. Who has resumed it is known only
// where the program itself calls the runtime's function; a checked one calls it inside. So who awaits one is taken to know
// what all those have done that have run since it was made.
#define SWIFT __attribute__((swiftcall))
SWIFT void *swift_continuation_init(void *context, uintptr_t flags) {
    if (me()) me()->continuation = runs;
    return NEXT(SWIFT void *(*)(void *, uintptr_t), swift_continuation_init)(context, flags);
}
typedef __attribute__((swiftasynccall)) void await_function(void *);
__attribute__((swiftasynccall)) void swift_continuation_await(void *context) {
    struct explored_thread *thread = me();
    if (thread) {
        for (struct explored_thread *other = oplab_threads; other; other = other->next) {
            if (other == thread || other->last_run <= thread->continuation) continue;
            oplab_join(&thread->clock, &other->clock);
            oplab_tick(other);
        }
    }
    __attribute__((musttail)) return NEXT(await_function *, swift_continuation_await)(context);
}

// A lazy global: who comes while another makes it waits in the scheduler.
typedef void (*once_function)(intptr_t *, void (*)(void *), void *);

static intptr_t **place_of_once(intptr_t *token) {
    for (int index = 0; index < most_onces; index++) if (onces[index] == token) return &onces[index];
    return 0;
}

void swift_once(intptr_t *token, void (*body)(void *), void *context) {
    once_function once = NEXT(once_function, swift_once);
    // Negative: it has been made.
    bool is_done = __atomic_load_n(token, __ATOMIC_ACQUIRE) < 0;
    hooks_pointer hooks = is_done ? 0 : oplab_hooks_of_this_thread();
    if (hooks) {
        while (place_of_once(token)) RUN_HOOK(hooks->block(token, oplab_never));
        intptr_t **place = place_of_once(0);
        if (place) *place = token;
        once(token, body, context);
        if (place) *place = 0;
        if (me()) oplab_note_release(token);
        RUN_HOOK(hooks->unblock(token));
    } else {
        once(token, body, context);
    }
    if (me()) oplab_note_acquire(token);
}

// Synchronization.Mutex: its quick paths are in the program, and its slow one would wait in the kernel.
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
typedef SWIFT void (*lock_slow_function)(uint32_t, __attribute__((swift_context)) uint32_t *);
SWIFT void oplab_lock_slow(uint32_t own, __attribute__((swift_context)) uint32_t *word) __asm__(LOCK_SLOW);
SWIFT void oplab_lock_slow(uint32_t own, __attribute__((swift_context)) uint32_t *word) {
    static void *known = 0;
    hooks_pointer hooks = oplab_hooks_of_this_thread();
    if (!hooks) return ((lock_slow_function)oplab_next_of(&known, LOCK_SLOW))(own, word);
    // Of code that isn't instrumented no unlock is seen, so it is looked for again and again.
    bool is_seen = active != 0;
    if (!is_seen) RUN_HOOK(hooks->note_unseen("Synchronization.Mutex"));
    for (;;) {
        uint32_t none = 0;
        if (is_seen ? replace32(word, &none, own, acquire, relaxed, PC)
                    : __atomic_compare_exchange_n(word, &none, own, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return;
        waiters++;
        RUN_HOOK(hooks->block(word, is_seen ? oplab_never : IN_HOOK(hooks->now()) + 1000));
        waiters--;
    }
}

#pragma clang attribute pop
#endif
