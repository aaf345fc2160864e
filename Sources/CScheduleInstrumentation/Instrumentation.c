// The functions that code calls which was compiled for ThreadSanitizer. They take the place of its runtime, so that each atomic
// access of a program's own code is a choice point of an exploration, and each plain one is judged for data races.
// (Serebryany, Iskhodzhanov, *ThreadSanitizer: data race detection in practice*, 2009, has the instrumentation.)
#include "WeakMemory.h"

#if OPLAB_INTERPOSES
#include <pthread.h>
#include <string.h>

#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)

hooks_pointer oplab_current_hooks = 0;
// The thread of the schedule that the calling thread of the system runs: null in the explorer's own code.
static OPLAB_THREAD_LOCAL struct explored_thread *active = 0, *thread_of_carrier = 0;
static OPLAB_THREAD_LOCAL uintptr_t stack_begin = 0, stack_size = 0;

// Which schedule that is: a thread that was lost in one may wake in another, which isn't its own.
static OPLAB_THREAD_LOCAL uint32_t schedule_of_carrier = 0;

struct explored_thread *oplab_current(void) { return active && schedule_of_carrier == oplab_schedule() ? active : 0; }
struct explored_thread *oplab_me(void) {
    struct explored_thread *thread = oplab_is_in_hook ? 0 : oplab_current();
    if (thread) oplab_forget_freed();
    return thread;
}

// Whether a thread has given something to threads outside, in this schedule.
static bool is_outside_used = false;

void oplab_acquire_outside(struct explored_thread *thread) {
    if (is_outside_used) oplab_join(&thread->clock, oplab_clock_of(&oplab_outside));
}

static void release_by(const void *address, void note(struct explored_thread *)) {
    struct explored_thread *thread = oplab_current();
    if (!thread) return;
    // Not later: it would forget what is noted here.
    oplab_forget_freed();
    if (address == &oplab_outside) is_outside_used = true;
    note(thread);
    oplab_join(oplab_clock_of(address), &thread->clock);
    oplab_tick(thread);
}

static void acquire_by(const void *address, void note(struct explored_thread *)) {
    struct explored_thread *thread = oplab_current();
    if (!thread) return;
    oplab_forget_freed();
    oplab_join(&thread->clock, oplab_clock_of(address));
    oplab_acquire_outside(thread);
    note(thread);
}

// The address behind it stands for its count of references: letting go of an actor or a task hands nothing to who enters or awaits it.
void oplab_release_object(const void *object) { release_by((const char *)object + 1, oplab_note_elsewhere); }
void oplab_acquire_object(const void *object) { acquire_by((const char *)object + 1, oplab_note_elsewhere); }
void oplab_note_release(const void *address) { release_by(address, oplab_note_order); }
void oplab_note_acquire(const void *address) { acquire_by(address, oplab_note_order); }

void oplab_forget_stack(void) {
    uintptr_t caller = (uintptr_t)__builtin_frame_address(0);
    if (oplab_current() && caller - stack_begin < stack_size) {
        oplab_forget_freed();
        oplab_forget((const void *)caller, stack_begin + stack_size - caller);
    }
}

void oplab_forget_address(const void *address) { if (oplab_me()) oplab_forget(address, 1); }

// Stands for all checked continuations.
static const char resumes = 0;
void oplab_note_continuation(void) { if (oplab_me()) oplab_me()->continuing = oplab_current_task(); }
void oplab_note_resume(void) { if (oplab_me()) oplab_note_release(&resumes); }

// MARK: What the explorer calls

static void begin_schedule(hooks_pointer hooks, enum oplab_memory memory) {
    oplab_current_hooks = hooks;
    oplab_set_hooks(hooks);
    oplab_read_functions();
    oplab_begin_atomics();
    oplab_begin_runtime();
    oplab_forget_all();
    oplab_begin_details();
    is_outside_used = false;
    oplab_begin_memory(memory);
}

static void *begin_thread(void *address_of_parent, uint64_t task) {
    struct explored_thread *thread = oplab_thread_of_task(task), *parent = address_of_parent;
    if (parent) {
        oplab_note_order(parent);
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
    oplab_note_order(thread);
    // The runtime tells of the order if the task was suspended.
    thread->continuing = thread->awaiting = 0;
    thread_of_carrier = thread;
    schedule_of_carrier = oplab_schedule();
}

static void acquire_for(void *thread, const void *address) {
    oplab_join(&((struct explored_thread *)thread)->clock, oplab_clock_of(address));
    oplab_note_order(thread);
}

static void release_for(void *thread, const void *address) {
    oplab_note_order(thread);
    oplab_join(oplab_clock_of(address), &((struct explored_thread *)thread)->clock);
    oplab_tick(thread);
}

bool oplab_is_carrier(void) { return thread_of_carrier != 0; }

uint64_t oplab_runs = 0;

static void note_inside(bool is_inside) {
    active = is_inside ? 0 : thread_of_carrier;
    if (active) active->last_run = ++oplab_runs;
}

static struct oplab_race first_race(void) { return oplab_first_race; }
static bool take_memory_limited(void) {
    bool is_limited = oplab_is_memory_limited;
    oplab_is_memory_limited = false;
    return is_limited;
}

const struct oplab_instrumentation *oplab_instrumentation_of_program(void) {
    static const struct oplab_instrumentation functions = {
        begin_schedule, begin_thread, run_thread, acquire_for, release_for, note_inside, first_race,
        oplab_graph_digest, take_memory_limited, oplab_take_used, oplab_missing_function, oplab_weaken_next,
        oplab_weakened_accesses, oplab_watch_race, oplab_explore_primitives, oplab_take_atomic_codes, oplab_weaken_codes,
    };
    return oplab_is_instrumented ? &functions : 0;
}

// MARK: Plain accesses

void oplab_touch(const volatile void *address, size_t size, enum access access, const void *code) {
    struct explored_thread *thread = oplab_me();
    if (!thread) return;
    if (thread->awaiting) oplab_end_await(thread);
    if (oplab_memory && access < access_atomic_read) oplab_note_elsewhere(thread);
    if (thread->ignored || oplab_is_nobodys(code)) return;
    // Other threads' calls use the same stack later.
    if ((uintptr_t)address - stack_begin < stack_size) return;
    oplab_access(thread, address, size, access, code);
}

// A word that was atomic isn't any more.
static void write(const volatile void *address, size_t size, const void *code) {
    if (oplab_memory && oplab_me()) oplab_forget_locations(address, size);
    oplab_touch(address, size, access_write, code);
}

#define PC __builtin_return_address(0)
// Not to be inlined, and so not to be split: in a release build the branch that calls would be a function of its own, and PC an address
// in this file.
#define ENTRY __attribute__((noinline))
// Most calls are from the explorer's own code, where no thread is active: these cost no call more.
#define IF_ACTIVE(call) if (__builtin_expect(active != 0, 0)) call
#define READ(address, size) IF_ACTIVE(oplab_touch(address, size, access_read, PC))
#define WRITE(address, size) IF_ACTIVE(write(address, size, PC))
#define PLAIN(N) \
    ENTRY void __tsan_read##N(void *address) { READ(address, N); } \
    ENTRY void __tsan_write##N(void *address) { WRITE(address, N); } \
    ENTRY void __tsan_unaligned_read##N(void *address) { READ(address, N); } \
    ENTRY void __tsan_unaligned_write##N(void *address) { WRITE(address, N); } \
    ENTRY void __tsan_read_write##N(void *address) { WRITE(address, N); } \
    ENTRY void __tsan_unaligned_read_write##N(void *address) { WRITE(address, N); }
PLAIN(1) PLAIN(2) PLAIN(4) PLAIN(8) PLAIN(16)

ENTRY void __tsan_read_range(void *address, size_t size) { READ(address, size); }
ENTRY void __tsan_write_range(void *address, size_t size) { WRITE(address, size); }
// An access that Swift's law of exclusivity forbids to others, as of an `inout`: of a whole of which this is the first byte, and
// which may begin with an atomic word.
ENTRY void __tsan_external_read(void *address, void *code, void *tag) { READ(address, 1); }
ENTRY void __tsan_external_write(void *address, void *code, void *tag) { IF_ACTIVE(oplab_touch(address, 1, access_write, PC)); }
ENTRY void __tsan_vptr_update(void **address, void *value) { IF_ACTIVE(oplab_touch(address, 8, access_write, PC)); }
ENTRY void __tsan_vptr_read(void **address) { READ(address, 8); }

ENTRY void *__tsan_memcpy(void *to, const void *from, size_t size) {
    oplab_touch(from, size, access_read, PC);
    write(to, size, PC);
    return memcpy(to, from, size);
}
ENTRY void *__tsan_memmove(void *to, const void *from, size_t size) {
    oplab_touch(from, size, access_read, PC);
    write(to, size, PC);
    return memmove(to, from, size);
}
ENTRY void *__tsan_memset(void *to, int byte, size_t size) {
    write(to, size, PC);
    return memset(to, byte, size);
}

void __tsan_func_entry(void *code) {
    if (__builtin_expect(!active, 1) || !(active->continuing || active->awaiting)) return;
    struct explored_thread *thread = oplab_me();
    if (!thread) return;
    if (thread->awaiting) oplab_end_await(thread);
    if (!thread->continuing) return;
    if (thread->continuing != oplab_current_task()) {
        thread->continuing = 0;
        return;
    }
    oplab_join(&thread->clock, oplab_clock_of(&resumes));
    oplab_note_elsewhere(thread);
}
void __tsan_func_exit(void) {}
void __tsan_ignore_thread_begin(void) { if (oplab_me()) oplab_me()->ignored++; }
void __tsan_ignore_thread_end(void) { if (oplab_me()) oplab_me()->ignored--; }

#pragma clang attribute pop
#endif
