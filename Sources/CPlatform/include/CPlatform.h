// The few things that Swift has no way to say.
#ifndef OPERATIONLAB_CPLATFORM_H
#define OPERATIONLAB_CPLATFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "Crashes.h"
#include "Tracing.h"

// What the module is built with.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define OPLAB_TSAN 1
#endif
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define OPLAB_SANITIZED 1
#endif
#endif

/// True while an exploration runs. Every primitive asks on its fast path.
static inline __attribute__((always_inline)) bool oplab_is_exploring(void) {
    return (oplab_modes_on() & oplab_mode_exploring) != 0;
}

/// A pointer of the calling thread's own, nil at first: what a worker thread is doing just now.
extern _Thread_local void *_Nullable oplab_thread_context;

static inline void *_Nullable oplab_get_thread_context(void) { return oplab_thread_context; }
static inline void oplab_set_thread_context(void *_Nullable context) { oplab_thread_context = context; }

/// Tells the calling thread from others that live: where its variables are.
static inline uint64_t oplab_trace_thread(void) { return (uint64_t)(uintptr_t)&oplab_thread_context; }

/// Another such pointer: the executor whose jobs the calling thread runs.
extern _Thread_local void *_Nullable oplab_thread_executor;

static inline void *_Nullable oplab_get_thread_executor(void) { return oplab_thread_executor; }
static inline void oplab_set_thread_executor(void *_Nullable executor) { oplab_thread_executor = executor; }

/// And a third: what the explorer knows the calling thread by; nil if an exploration doesn't control it.
extern _Thread_local void *_Nullable oplab_thread_controller;

static inline void *_Nullable oplab_get_thread_controller(void) { return oplab_thread_controller; }
static inline void oplab_set_thread_controller(void *_Nullable controller) {
    oplab_thread_controller = controller;
}

/// Whether the calling thread is the process's first.
bool oplab_is_main_thread(void);

/// A choice point in code that doesn't use the primitives of this project (`SchedulePoint`).
enum oplab_point {
    oplab_point_lock, oplab_point_unlock, oplab_point_load, oplab_point_store, oplab_point_park, oplab_point_unpark,
    oplab_point_pause,
    /// A lock was tried, and is taken. A thread that tries again and again has to let the owner continue.
    oplab_point_failed,
    /// What a program has put somewhere to be run is about to come there: as a store, but it is no point of the program's own code.
    oplab_point_arrival,
};

/// What an exploration does where a controlled thread locks, waits, or asks for the time. Most are called by
/// controlled threads only, and not in the explorer's own code.
struct oplab_interposition_hooks {
    /// Whether the calling thread is controlled, and runs the program's code, not the explorer's.
    bool (*_Nonnull controls_calling_thread)(void);
    uint64_t (*_Nonnull now)(void);
    /// The same, for code that may look at it in a loop: now and then others continue. The program does so itself, or it calls the
    /// runtime or Dispatch, which look for it, and for themselves now and then.
    uint64_t (*_Nonnull look_at_clock)(bool is_program);

    /// Returns when no other controlled thread holds a mutex of the runtime.
    void (*_Nonnull will_lock)(const void *_Nonnull mutex);
    void (*_Nonnull did_unlock)(const void *_Nonnull mutex);

    /// A choice point. A thread that is about to take a lock returns when no other controlled thread holds it.
    void (*_Nonnull reach)(enum oplab_point point, const void *_Nonnull resource);
    /// The calling thread has taken a lock without waiting for it.
    void (*_Nonnull did_lock)(const void *_Nonnull lock);
    /// Returns after the resource is unblocked, at the deadline, or earlier.
    void (*_Nonnull block)(const void *_Nonnull resource, uint64_t deadline);
    void (*_Nonnull unblock)(const void *_Nonnull resource);
    /// The same, called by a thread that isn't controlled.
    void (*_Nonnull unblock_from_outside)(const void *_Nonnull resource);
    void (*_Nonnull signal_from_outside)(const void *_Nonnull condition, bool all);

    /// A number for a thread that begins to wait on a condition variable: later ones have greater numbers.
    uint64_t (*_Nonnull begin_wait)(const void *_Nonnull condition);
    /// Whether a signal for the thread with this number is there, which is then its own; nobody else gets it. A thread that
    /// `ends` its wait waits no more in any case.
    bool (*_Nonnull take_signal)(const void *_Nonnull condition, uint64_t number, bool ends);
    /// Wakes one of the threads that wait, or all.
    void (*_Nonnull signal)(const void *_Nonnull condition, bool all);

    /// Which of so many alternatives the running schedule takes, from 0: the first is that of memory which isn't weak.
    uint32_t (*_Nonnull choose)(uint32_t count);

    /// The program has used what an exploration doesn't control.
    void (*_Nonnull note_unseen)(const char *_Nonnull what);

    /// Has `body` called as a thread of the exploration: not before the turn with this ticket comes, if there is a line. A choice point.
    void (*_Nonnull start_thread)(
        void (*_Nonnull body)(void *_Nonnull), void *_Nonnull argument, const void *_Nullable line, uint64_t ticket);
    /// Adds a thread of the exploration that begins on a thread of the system of its own, which the caller makes then.
    void *_Nonnull (*_Nonnull add_thread)(void);
    /// The system didn't make it.
    void (*_Nonnull remove_thread)(void *_Nonnull thread);
    /// It did; others know the thread by `key`. A choice point.
    void (*_Nonnull start_added)(void *_Nonnull thread, const void *_Nonnull key);
    /// The calling thread is that thread: returns when the exploration lets it run.
    void (*_Nonnull begin_thread)(void *_Nonnull thread);
    /// Such a thread, which calls this, is about to end: it is none of the exploration any more.
    void (*_Nonnull end_thread)(void);
    /// Whether such a thread hasn't ended.
    bool (*_Nonnull is_running)(const void *_Nonnull key);
    /// Joins the line of a dispatch queue, or of those that have one target: returns a ticket. Of one queue the blocks come in the order of
    /// joining. None is beside an exclusive one.
    uint64_t (*_Nonnull join_line)(const void *_Nonnull line, const void *_Nonnull queue, bool is_exclusive);
    /// Returns when the turn of the ticket has come, which then lasts until `end_turn`.
    void (*_Nonnull await_turn)(const void *_Nonnull line, uint64_t ticket);
    void (*_Nonnull end_turn)(const void *_Nonnull line, uint64_t ticket);
    /// No turn comes of a queue as long as it is suspended more often than resumed.
    void (*_Nonnull suspend)(const void *_Nonnull line, const void *_Nonnull queue, bool suspends);
    void (*_Nonnull resume_from_outside)(const void *_Nonnull line, const void *_Nonnull queue);
    /// Keeps something for the running schedule, by a key. If a thread that isn't controlled unblocks that, a thread of the exploration
    /// calls `look` with it.
    void (*_Nonnull keep)(const void *_Nonnull key, void *_Nonnull kept, void (*_Nonnull look)(void *_Nonnull key));
    /// Returns what was kept first by the key, once; null if there is nothing.
    void *_Nullable (*_Nonnull take_kept)(const void *_Nonnull key);
};

/// Sets the hooks, which have to stay where they are; null takes them away. False if the program holds nothing that
/// would call them (the product ScheduleInterposition).
bool oplab_set_interposition(const struct oplab_interposition_hooks *_Nullable hooks);

/// Two accesses to one word, of which neither happens before the other. The access: 0 a read, 1 a write, 2 and 3 the same in an
/// atomic access.
struct oplab_race {
    const void *_Nullable code;
    const void *_Nullable other_code;
    const void *_Nullable address;
    uint32_t thread, other_thread;
    int32_t access, other_access;
};

/// Which stores a load may read: the last one, or others by a model of weak memory.
enum oplab_memory { oplab_memory_sequential, oplab_memory_tso, oplab_memory_rc11 };

/// What an access may lose of its memory order.
enum oplab_order_half { oplab_order_none, oplab_order_acquire, oplab_order_release };

/// What an exploration tells a program that was compiled for ThreadSanitizer, and asks of it.
struct oplab_instrumentation {
    /// A schedule begins, with these hooks.
    void (*_Nonnull begin_schedule)(const struct oplab_interposition_hooks *_Nonnull hooks, enum oplab_memory memory);
    /// A thread of the schedule, or the next job of the task with this number, which is none for 0. It will know all that
    /// `parent` has done so far. It lasts as long as the schedule.
    void *_Nonnull (*_Nonnull begin_thread)(void *_Nullable parent, uint64_t task);
    /// The calling thread runs this thread of the schedule from now on; `label` is its number in reports.
    void (*_Nonnull run_thread)(void *_Nonnull thread, uint32_t label);
    /// The thread knows what those have done that have released the address.
    void (*_Nonnull acquire)(void *_Nonnull thread, const void *_Nonnull address);
    void (*_Nonnull release)(void *_Nonnull thread, const void *_Nonnull address);
    /// The calling thread begins to run the explorer's own code, or no longer does.
    void (*_Nonnull note_inside)(bool is_inside);
    /// The schedule's first race; without code if there was none.
    struct oplab_race (*_Nonnull first_race)(void);
    /// Equal for schedules in which all loads read the same stores, and the stores to each word come in the same order: of weak
    /// memory.
    uint64_t (*_Nonnull graph_digest)(void);
    /// Whether a schedule was too long for all choices that its memory has, since this was asked last.
    bool (*_Nonnull take_memory_limited)(void);
    /// Where the tasks, actors and the like are that Swift's runtime has used since this was asked last; how many, or -1 if they
    /// were too many. The lowest bit of an address is 1 if that was released, as a job is that is put behind others.
    int32_t (*_Nonnull take_used)(const void *_Nonnull const *_Nullable *_Nonnull used);
    /// A function of the toolchain that has to be replaced, and isn't; null if all are.
    const char *_Nullable (*_Nonnull missing_function)(void);
    /// The calling thread's next access of the primitive `Atomic` doesn't acquire, or doesn't release, whatever its order says.
    void (*_Nonnull weaken_next)(enum oplab_order_half lost);
    /// How many accesses have lost something so, in this process.
    uint64_t (*_Nonnull weakened_accesses)(void);
};

/// Null if the program wasn't compiled for ThreadSanitizer, or holds no ScheduleInterposition.
const struct oplab_instrumentation *_Nullable oplab_find_instrumentation(void);

/// The addresses behind the calls that the calling thread is in, from the innermost; how many there are, of at most `most`.
int32_t oplab_call_stack(uint64_t *_Nonnull addresses, int32_t most);

/// Where an address lies: the object's file and beginning, and the exported symbol that it is in, if it is in one.
struct oplab_symbol {
    const char *_Nullable file;
    const char *_Nullable name;
    uint64_t base;
};

/// False if no object is there.
bool oplab_find_symbol(uint64_t address, struct oplab_symbol *_Nonnull symbol);

/// The kernel's number of the calling thread.
int32_t oplab_thread_id(void);

/// Where the caller's frame ends on the stack of the calling thread. Only differences between two have a meaning.
uint64_t oplab_stack_address(void);

/// The processors that this process may use.
int32_t oplab_processor_count(void);

/// Nanoseconds of a monotonic clock.
uint64_t oplab_monotonic_nanoseconds(void);

/// Nanoseconds of processor time that all threads of this process have used.
uint64_t oplab_process_cpu_nanoseconds(void);

/// Nanoseconds of processor time that the calling thread has used.
uint64_t oplab_thread_cpu_nanoseconds(void);

/// Runs `body` with `argument` on a new, detached thread, on a stack of `stack_size` bytes, or of the system's size if
/// that is 0. Returns 0, or why it could not.
int32_t oplab_start_thread(
    void (*_Nonnull body)(void *_Nonnull), void *_Nonnull argument, uint64_t stack_size);

/// Blocks the calling thread until it is woken, unless the word at `address` isn't `expected`. May return without
/// need.
void oplab_futex_wait(void *_Nonnull address, uint32_t expected);

/// The same, and returns after `nanoseconds` in any case.
void oplab_futex_wait_for(void *_Nonnull address, uint32_t expected, uint64_t nanoseconds);

/// Wakes one of the threads that wait on the word at `address`.
void oplab_futex_wake_one(void *_Nonnull address);

/// The processor that the calling thread runs on just now; -1 if the system doesn't say.
int32_t oplab_current_processor(void);

/// From now on the calling thread runs on `processor` only. False if the system doesn't allow it.
bool oplab_stay_on_processor(int32_t processor);

/// One of the processors that this process may use, by `index` from 0 and round again; -1 where the system doesn't say.
int32_t oplab_allowed_processor(int32_t index);

/// From now on the calling thread runs on any processor that this process may use.
void oplab_leave_processor(void);

/// Tells the processor that this thread waits for another in a loop.
static inline __attribute__((always_inline)) void oplab_pause_processor(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
    __asm__ __volatile__("yield");
#endif
}

/// Lets nanoseconds pass.
void oplab_pause(uint64_t nanoseconds);

/// From now on all threads of this process, and those to come, run on `processor` only. False if the system can't.
bool oplab_bind_process(int32_t processor);

/// From now on this process is killed, with its group if that is its own, when nobody reads any more what it writes to
/// `descriptor`: a thread waits for that. (What the system can be asked for, a signal at the end of the parent, it forgets
/// when the thread that has asked ends.) So it is, too, when a terminal or socket hangs up; of a file nothing is ever said.
/// False with the reason in errno.
bool oplab_end_with_reader(int32_t descriptor);

/// For a process that answers the one that started it: it ends with that one (oplab_end_with_reader), leaves Ctrl-C to it,
/// and keeps standard output for the answers. What else is written there goes to standard error from now on. Returns the
/// descriptor to answer to, or -1 with the reason in errno.
int32_t oplab_begin_answering(void);

/// Work of so many steps that touches no memory. Nothing that is computed before or after overlaps with it (on x86-64 and
/// ARM64), so that it costs as much wherever it stands; and it keeps several units of the processor busy, so that a
/// processor that is shared slows it down as it does what it is added to.
void oplab_slow_down(int64_t steps);

/// Writes all of some bytes, however often it takes. False with the reason in errno, part of them written or none.
bool oplab_write_all(int32_t descriptor, const void *_Nullable bytes, int64_t count);

/// How many columns the terminal behind `descriptor` has; 0 if there is none.
int32_t oplab_terminal_columns(int32_t descriptor);

/// Whether this program was built with a sanitizer that wants no library loaded before its own.
bool oplab_is_sanitized(void);

/// Tell ThreadSanitizer of an ordering that it can't see. Nothing in other builds.
void oplab_tsan_acquire(const void *_Nonnull address);
void oplab_tsan_release(const void *_Nonnull address);

/// Whether this program was built with ThreadSanitizer.
bool oplab_is_under_tsan(void);

/// From now on ThreadSanitizer's reports about the `size` bytes at `address` are counted, from 0.
void oplab_tsan_watch(const void *_Nonnull address, uint64_t size);

/// How many reports about the watched bytes there were.
uint64_t oplab_tsan_watched_reports(void);

#endif
