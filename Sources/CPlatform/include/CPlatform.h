// The few things that Swift has no way to say.
#ifndef OPERATIONLAB_CPLATFORM_H
#define OPERATIONLAB_CPLATFORM_H

#include <stdbool.h>
#include <stdint.h>

// What the module is built with.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define OPLAB_TSAN 1
#endif
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define OPLAB_SANITIZED 1
#endif
#endif

/// True while an exploration runs. Read by every primitive on its fast path, so it is one relaxed load of
/// one byte, inlined. Written only by `oplab_set_exploring`.
extern bool oplab_exploring_flag;

static inline __attribute__((always_inline)) bool oplab_is_exploring(void) {
    return __atomic_load_n(&oplab_exploring_flag, __ATOMIC_RELAXED);
}

void oplab_set_exploring(bool exploring);

/// A pointer of the calling thread's own, nil at first: what a worker thread is doing just now.
extern _Thread_local void *_Nullable oplab_thread_context;

static inline void *_Nullable oplab_get_thread_context(void) { return oplab_thread_context; }
static inline void oplab_set_thread_context(void *_Nullable context) { oplab_thread_context = context; }

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

/// What an exploration does where a controlled thread takes a mutex of a library, or asks for the time.
struct oplab_interposition_hooks {
    bool (*_Nonnull controls_calling_thread)(void);
    /// Returns when no other controlled thread holds the mutex.
    void (*_Nonnull will_lock)(const void *_Nonnull mutex);
    void (*_Nonnull did_unlock)(const void *_Nonnull mutex);
    uint64_t (*_Nonnull now)(void);
};

/// Sets the hooks, which have to stay where they are; null takes them away. False if the program holds nothing that
/// would call them (the product ScheduleInterposition).
bool oplab_set_interposition(const struct oplab_interposition_hooks *_Nullable hooks);

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

/// From now on all threads of this process, and those to come, run on the last of its processors only. False if the
/// system can't.
bool oplab_bind_process(void);

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
