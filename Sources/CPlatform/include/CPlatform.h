// The few things that Swift has no way to say.
#ifndef OPERATIONLAB_CPLATFORM_H
#define OPERATIONLAB_CPLATFORM_H

#include <stdbool.h>
#include <stdint.h>

#include "Futexes.h"
#include "InterpositionHooks.h"
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

/// The addresses behind calls, from the innermost.
struct oplab_stack {
    int32_t depth;
    uint64_t addresses[32];
};

/// Two accesses to one word, of which neither happens before the other. The access: 0 a read, 1 a write, 2 and 3 the same in an
/// atomic access.
struct oplab_race {
    const void *_Nullable code;
    const void *_Nullable other_code;
    const void *_Nullable address;
    uint32_t thread, other_thread;
    int32_t access, other_access;
    /// Null unless the race is looked at.
    const struct oplab_stack *_Nullable stack;
    const struct oplab_stack *_Nullable other_stack;
    /// The metadata of the object that it is in, and where; null if that isn't known.
    const void *_Nullable type;
    uint64_t offset;
};

/// Which stores a load may read: the last one, or others by a model of weak memory.
enum oplab_memory { oplab_memory_sequential, oplab_memory_tso, oplab_memory_rc11 };

/// What an access may lose of its memory order.
enum oplab_order_half { oplab_order_none, oplab_order_acquire, oplab_order_release };

/// So many atomic accesses of a program are known by their code.
enum { oplab_most_atomic_codes = 256 };

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
    /// In later schedules, the stacks and the object of a race like this are kept; null for none. What the race points to lasts as long
    /// as its schedule.
    void (*_Nonnull watch_race)(const struct oplab_race *_Nullable race);
    /// Whether the primitives of this project are taken for code of the program.
    void (*_Nonnull explore_primitives)(bool explores);
    /// The code of each atomic access of the program since this was asked last; how many, of at most
    /// `oplab_most_atomic_codes`. They stay there until the next exploration.
    int32_t (*_Nonnull take_atomic_codes)(const void *_Nonnull const *_Nullable *_Nonnull codes);
    /// The atomic accesses of so many pieces of code, of at most as many, don't acquire, or don't release, from now on.
    void (*_Nonnull weaken_codes)(const void *_Nullable const *_Nullable codes, int32_t count, enum oplab_order_half lost);
};

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
