// What threads note of what they do, while a trace is recorded.
#ifndef OPERATIONLAB_TRACING_H
#define OPERATIONLAB_TRACING_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum oplab_mode {
    oplab_mode_exploring = 1,
    oplab_mode_tracing = 2,
    /// Besides tracing: the trace is of what the program's operations need, and says so of each.
    oplab_mode_recording = 4,
};

/// What the process does besides its work. Read by every primitive, so nothing else that is written is on these cache lines.
struct oplab_modes {
    /// Those that are on, changed by `oplab_set_mode` alone.
    uint8_t on;
    char unused[127];
};
extern struct oplab_modes oplab_modes __attribute__((aligned(128)));

/// The modes that are on: one relaxed load of one byte, inlined. Code that takes part in one asks first.
static inline __attribute__((always_inline)) uint8_t oplab_modes_on(void) {
    return __atomic_load_n(&oplab_modes.on, __ATOMIC_RELAXED);
}

/// True while a trace is recorded.
static inline __attribute__((always_inline)) bool oplab_is_tracing(void) {
    return (oplab_modes_on() & oplab_mode_tracing) != 0;
}

/// True while the operations of the program are recorded.
static inline __attribute__((always_inline)) bool oplab_is_recording(void) {
    return (oplab_modes_on() & oplab_mode_recording) != 0;
}

/// Turns a mode on or off. From any thread; of one mode, one thread at a time.
void oplab_set_mode(enum oplab_mode mode, bool is_on);

/// Ticks of the processor's own counter. Today's processors have one counter for all of a machine, at a constant rate; it costs a
/// third of what the monotonic clock does. The processor may read it some nanoseconds before the instructions that stand before.
/// `oplab_trace_bounds` says what ticks are in nanoseconds.
static inline __attribute__((always_inline)) uint64_t oplab_trace_ticks(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

/// Both clocks at a moment.
struct oplab_trace_clock {
    uint64_t ticks;
    uint64_t nanoseconds;
};

/// One thing that a thread has noted. What the words mean is up to the kind.
struct oplab_trace_event {
    uint64_t ticks;
    uint64_t object;
    uint64_t other;
    /// The kind in the lowest 8 bits; above it a number.
    uint64_t kind_and_value;
};

/// What one thread has noted.
struct oplab_trace_lane;

/// Gets memory for a trace of `events`. Not while another is recorded. False if there is no such memory: then all events are
/// dropped.
bool oplab_trace_prepare(uint64_t events);

/// Begins the trace that was prepared.
void oplab_trace_begin(void);

/// When the trace began and ended that was begun last. One thread at a time calls this and the three around it.
struct oplab_trace_bounds {
    struct oplab_trace_clock first, last;
} oplab_trace_bounds(void);

/// Ends the trace. What threads are about to note may still come, or not. What it holds can be read until the next one is prepared.
void oplab_trace_end(void);

/// Notes something on the calling thread; without memory it counts that it has not.
void oplab_trace_write(uint8_t kind, uint64_t ticks, uint64_t object, uint64_t other, uint64_t value);

/// A lane of the trace that was begun last, after `lane`; the first for null; null if there is none.
const struct oplab_trace_lane *_Nullable oplab_trace_next_lane(const struct oplab_trace_lane *_Nullable lane);

/// The kernel's number of the thread.
int32_t oplab_trace_lane_thread(const struct oplab_trace_lane *_Nonnull lane);
/// The thread's name when it began to note; the memory is the lane's.
const char *_Nonnull oplab_trace_lane_name(const struct oplab_trace_lane *_Nonnull lane);
/// How many events the thread has noted.
uint64_t oplab_trace_lane_count(const struct oplab_trace_lane *_Nonnull lane);
/// How many found no memory.
uint64_t oplab_trace_lane_dropped(const struct oplab_trace_lane *_Nonnull lane);
/// Both clocks, now.
struct oplab_trace_clock oplab_trace_clock(void);

// A trace in a file: what follows, and then its chunks.

/// What the beginning of a file says.
struct oplab_trace_file {
    /// `oplab_trace_file_magic`, once the rest is there.
    uint64_t magic;
    uint64_t format;
    uint64_t chunks;
    /// When the trace began.
    struct oplab_trace_clock begin;
    /// How many of them threads have taken, from the first.
    uint64_t chunks_taken;
    /// For how many events there was no room, and when the first of them came.
    uint64_t dropped;
    uint64_t first_dropped;
    char unused[4096 - 64];
};

/// The beginning of a chunk, which its events follow. It was never taken if it counts none.
struct oplab_trace_chunk {
    uint64_t count;
    uint64_t next;
    int32_t thread;
    char name[16];
    char unused[28];
};

enum { oplab_trace_chunk_events = 254, oplab_trace_chunk_size = 64 + 254 * 32, oplab_trace_file_format = 1 };
#define oplab_trace_file_magic 0x314352424c504full // "OPLBRC1"

/// Begins to record into a new file, from which it can be read however the process ends; the recording ends with the process. A child
/// that is forked isn't recorded. Returns 0, or the number of the error.
int oplab_trace_record(const char *_Nonnull path, uint64_t events);

/// The same, into a file of the folder OPERATIONLAB_RECORD, with the process's number as its name, if the environment has that.
void oplab_trace_record_if_asked(void);

/// Copies the first `count` events, at most as many as there are.
void oplab_trace_lane_copy(
    const struct oplab_trace_lane *_Nonnull lane, struct oplab_trace_event *_Nonnull events, uint64_t count);

#endif
