// Atomic accesses and fences of code that was compiled for ThreadSanitizer: each is a choice point, and orders threads.
#include "WeakMemory.h"

#if OPLAB_INTERPOSES
#include <linux/futex.h>

// Words of 16 bytes are accessed by a function of libatomic.
#pragma clang diagnostic ignored "-Watomic-alignment"
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

#define PC __builtin_return_address(0)

// After a race no thread is interrupted any more, as what it has broken may crash: but for one that waits in a loop, in which it may
// also change something.
enum { most_after_race = 1000 };
static void reach(enum oplab_point point, const volatile void *address, const void *code) {
    if (oplab_first_race.code && point != oplab_point_pause) {
        struct explored_thread *thread = oplab_current();
        if (!thread || ++thread->accesses_after_race % most_after_race != 0) return;
        point = oplab_point_pause;
    }
    if (!oplab_is_nobodys(code)) RUN_HOOK(oplab_current_hooks->reach(point, (const void *)address));
}

// A thread that waits in a loop for another's store has to let others continue. It finds in each of a few words what it has found
// there before.
static void note_poll(struct explored_thread *thread, const volatile void *address, uint64_t value, const void *code) {
    if (oplab_owner(code) == owner_nobody) return;
    enum { most = sizeof thread->polled / sizeof *thread->polled };
    int index = 0;
    while (index < most && thread->polled[index].address != address) index++;
    if (index == most) {
        thread->polls = 0;
        index = thread->polled_next++ % most;
        thread->polled[index].address = address;
    } else if (thread->polled[index].value != value) {
        thread->polls = 0;
    }
    thread->polled[index].value = value;
    if (++thread->polls > 8) reach(oplab_point_pause, address, code);
}

static void did_load(struct explored_thread *thread, const volatile void *address, int order) {
    oplab_join(acquires(order) ? &thread->clock : &thread->acquired, oplab_clock_of((const void *)address));
}

// What a thread outside was given, by something that is no choice point, it may have handed over by this word.
static void did_acquire(struct explored_thread *thread, int order) {
    if (acquires(order)) oplab_acquire_outside(thread);
}

// A read-modify-write continues the release sequence of the store that it has read.
static void did_store(struct explored_thread *thread, const volatile void *address, int order, bool continues) {
    struct clock *clock = oplab_clock_of((const void *)address);
    if (!continues) clock->count = 0, clock->capacity = 0;
    oplab_join(clock, releases(order) ? &thread->clock : &thread->released);
    oplab_tick(thread);
    oplab_note_change(thread, address);
}

// Which of so many alternatives the schedule takes.
static uint32_t ask(uint32_t count) { return IN_HOOK(oplab_current_hooks->choose(count)); }

// A loop that looks for a store sees it at last, and so does the slow path of a mutex: the kernel compares what is there.
// Nobody's accesses aren't weak, but part of the graph: the program's, inlined elsewhere, may be at the same words.
static chooser *chooser_of(struct explored_thread *thread, const void *code) {
    thread->is_nobodys = oplab_owner(code) == owner_nobody;
    bool may_choose = !oplab_first_race.code && thread->polls <= 8 && !thread->reads_last && !thread->is_nobodys;
    return may_choose ? ask : 0;
}

static void fence(int order) {
    struct explored_thread *thread = oplab_me();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (!thread) return;
    if (acquires(order)) oplab_join(&thread->clock, &thread->acquired);
    oplab_fence_event(thread, order == sequential);
    if (releases(order)) {
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
        struct explored_thread *thread = oplab_me(); \
        if (!thread || (const void *)address == oplab_modes_word) return __atomic_load_n(address, __ATOMIC_SEQ_CST); \
        oplab_weaken(thread, &order, 0, PC); \
        reach(oplab_point_load, address, PC); \
        T value = __atomic_load_n(address, __ATOMIC_SEQ_CST); \
        oplab_touch(address, sizeof(T), access_atomic_read, PC); \
        if (oplab_memory) value = (T)oplab_load(thread, address, sizeof(T), value, order, chooser_of(thread, PC)); \
        else did_load(thread, address, order); \
        did_acquire(thread, order); \
        note_poll(thread, address, (uint64_t)value, PC); \
        return value; \
    } \
    void __tsan_atomic##BITS##_store(volatile T *address, T value, int order) { \
        struct explored_thread *thread = oplab_me(); \
        if (!thread) { \
            __atomic_store_n(address, value, __ATOMIC_SEQ_CST); \
            return oplab_note_change_outside(address, PC); \
        } \
        oplab_weaken(thread, &order, 0, PC); \
        reach(oplab_point_store, address, PC); \
        oplab_touch(address, sizeof(T), access_atomic_write, PC); \
        if (oplab_memory) { \
            T now = __atomic_load_n(address, __ATOMIC_SEQ_CST); \
            bool is_last = oplab_store(thread, address, sizeof(T), now, value, order, chooser_of(thread, PC)); \
            if (is_last) __atomic_store_n(address, value, __ATOMIC_SEQ_CST); \
            oplab_note_change(thread, address); \
        } else { \
            __atomic_store_n(address, value, __ATOMIC_SEQ_CST); \
            did_store(thread, address, order, false); \
        } \
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
    static T really_change##BITS(volatile T *address, T value, enum change change) { \
        T old = __atomic_load_n(address, __ATOMIC_SEQ_CST); \
        while (!__atomic_compare_exchange_n( \
            address, &old, changed##BITS(old, value, change), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {} \
        return old; \
    } \
    static T change##BITS(volatile T *address, T value, int order, enum change change, const void *code) { \
        struct explored_thread *thread = oplab_me(); \
        if (!thread) { \
            T old = really_change##BITS(address, value, change); \
            oplab_note_change_outside(address, code); \
            return old; \
        } \
        oplab_weaken(thread, &order, 0, code); \
        reach(oplab_point_store, address, code); \
        oplab_touch(address, sizeof(T), access_atomic_write, code); \
        /* What changes nothing is a look, as of a lock that is tried by an exchange. */ \
        int polls = thread->polls; \
        T old, new; \
        if (oplab_memory) { \
            T now = __atomic_load_n(address, __ATOMIC_SEQ_CST); \
            struct event *event = oplab_begin_change( \
                thread, address, sizeof(T), now, 0, order, order, chooser_of(thread, code)); \
            old = (T)event->source->value; \
            new = changed##BITS(old, value, change); \
            bool is_last = oplab_end_change(thread, event, new, order); \
            if (is_last && !__atomic_compare_exchange_n( \
                    address, &now, new, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) { \
                /* A thread outside came between, which the graph doesn't hold. */ \
                oplab_forget_locations(address, sizeof(T)); \
                old = really_change##BITS(address, value, change); \
                new = changed##BITS(old, value, change); \
            } \
            oplab_note_change(thread, address); \
        } else { \
            old = really_change##BITS(address, value, change); \
            new = changed##BITS(old, value, change); \
            did_load(thread, address, order); \
            did_store(thread, address, order, true); \
        } \
        did_acquire(thread, order); \
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
        struct explored_thread *thread = oplab_me(); \
        if (!thread) { \
            bool succeeds = __atomic_compare_exchange_n( \
                address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
            if (succeeds) oplab_note_change_outside(address, code); \
            return succeeds; \
        } \
        oplab_weaken(thread, &order, &order_of_failure, code); \
        reach(oplab_point_store, address, code); \
        T old = *expected; \
        bool succeeds; \
        if (oplab_memory) { \
            T now = __atomic_load_n(address, __ATOMIC_SEQ_CST); \
            wide wanted = *expected; \
            struct event *event = oplab_begin_change( \
                thread, address, sizeof(T), now, &wanted, order, order_of_failure, chooser_of(thread, code)); \
            old = (T)event->source->value; \
            succeeds = old == *expected; \
            oplab_touch(address, sizeof(T), succeeds ? access_atomic_write : access_atomic_read, code); \
            bool is_last = succeeds && oplab_end_change(thread, event, value, order); \
            if (is_last && !__atomic_compare_exchange_n( \
                    address, &now, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) { \
                oplab_forget_locations(address, sizeof(T)); \
                old = *expected; \
                succeeds = __atomic_compare_exchange_n( \
                    address, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
            } \
            if (succeeds) oplab_note_change(thread, address); \
        } else { \
            succeeds = __atomic_compare_exchange_n( \
                address, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
            oplab_touch(address, sizeof(T), succeeds ? access_atomic_write : access_atomic_read, code); \
            did_load(thread, address, succeeds ? order : order_of_failure); \
            if (succeeds) did_store(thread, address, order, true); \
        } \
        did_acquire(thread, succeeds ? order : order_of_failure); \
        if (!succeeds) { \
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

// MARK: Mutexes of Synchronization

// Synchronization.Mutex: its quick paths are in the program, and its slow one would wait in the kernel.
#define SWIFT __attribute__((swiftcall))
typedef SWIFT void (*lock_slow_function)(uint32_t, __attribute__((swift_context)) uint32_t *);
SWIFT void oplab_lock_slow(uint32_t own, __attribute__((swift_context)) uint32_t *word) __asm__(LOCK_SLOW);
SWIFT void oplab_lock_slow(uint32_t own, __attribute__((swift_context)) uint32_t *word) {
    static void *known = 0;
    hooks_pointer hooks = oplab_hooks_of_this_thread();
    if (!hooks) return ((lock_slow_function)oplab_next_of(&known, LOCK_SLOW))(own, word);
    // Of code that isn't instrumented no unlock is seen, so it is looked for again and again.
    struct explored_thread *thread = oplab_current();
    bool is_seen = thread != 0;
    if (!is_seen) RUN_HOOK(hooks->note_unseen("Synchronization.Mutex"));
    for (;;) {
        uint32_t none = 0;
        if (is_seen) thread->reads_last = true;
        bool succeeds = is_seen ? replace32(word, &none, own, acquire, relaxed, PC)
            : __atomic_compare_exchange_n(word, &none, own, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
        if (is_seen) thread->reads_last = false;
        if (succeeds) return;
        struct waiter waiter = {word, 0};
        oplab_begin_to_wait(&waiter);
        RUN_HOOK(hooks->note_owner(none & FUTEX_TID_MASK));
        RUN_HOOK(hooks->block(word, is_seen ? oplab_never : IN_HOOK(hooks->now()) + 1000));
        oplab_end_to_wait(&waiter);
    }
}

#pragma clang attribute pop
#endif
