#define _GNU_SOURCE
#include "Tracing.h"
#include "CPlatform.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// Each thread writes into chunks that it takes from the trace's memory, so that no two threads write to one cache line. A chunk's
// count is stored with release after the event that it counts, and whoever reads loads it with acquire; events that are counted
// are never written again. So a trace can be read while threads still write.
//
// A thread may have read the flag and be about to write when the trace ends. So the address space of a trace is never given back
// (its pages are), and a lane is never freed.

enum { chunk_events = 1023 };

struct chunk {
    _Atomic uint64_t count;
    struct chunk *_Atomic next;
    uint64_t unused[2];
    struct oplab_trace_event events[chunk_events];
};

struct oplab_trace_lane {
    /// Which trace it belongs to.
    uint64_t trace;
    int32_t thread;
    char name[16];
    struct oplab_trace_lane *next;
    struct chunk *_Atomic first;
    /// Only its thread reads it.
    struct chunk *last;
    _Atomic uint64_t dropped;
};

bool oplab_tracing_flag;

/// The number of the trace that was begun last.
static _Atomic uint64_t current_trace;
/// Its lanes, newest first. Lanes of earlier traces stand behind.
static struct oplab_trace_lane *_Atomic lanes;
/// Its memory. Written before `current_trace` is stored with release, which whoever makes a lane loads with acquire.
static struct chunk *_Atomic chunks;
static _Atomic uint64_t chunk_count;
static _Atomic uint64_t chunks_taken;

static _Thread_local struct oplab_trace_lane *own_lane;

/// Written and read by whoever begins and ends traces.
static struct oplab_trace_bounds bounds;

static struct oplab_trace_clock read_clock(void) {
    struct oplab_trace_clock clock = {oplab_trace_ticks(), oplab_monotonic_nanoseconds()};
    return clock;
}

bool oplab_trace_prepare(uint64_t events) {
    struct chunk *former = atomic_load(&chunks);
    if (former) madvise(former, atomic_load(&chunk_count) * sizeof(struct chunk), MADV_DONTNEED);
    uint64_t count = (events + chunk_events - 1) / chunk_events;
    // Its pages are there from the beginning: no thread is charged for one.
    void *memory = mmap(
        NULL, count * sizeof(struct chunk), PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_POPULATE, -1, 0);
    bool is_there = memory != MAP_FAILED;
    // A thread of the former trace that takes a chunk just now gets one of this, or none; it is in no lane of this trace.
    atomic_store(&chunk_count, 0);
    atomic_store(&chunks, is_there ? memory : NULL);
    atomic_store(&chunks_taken, 0);
    atomic_store(&chunk_count, is_there ? count : 0);
    atomic_fetch_add(&current_trace, 1);
    return is_there;
}

void oplab_trace_begin(void) {
    bounds.first = read_clock();
    __atomic_store_n(&oplab_tracing_flag, true, __ATOMIC_RELAXED);
}

void oplab_trace_end(void) {
    __atomic_store_n(&oplab_tracing_flag, false, __ATOMIC_RELAXED);
    bounds.last = read_clock();
}

struct oplab_trace_bounds oplab_trace_bounds(void) { return bounds; }

static struct oplab_trace_lane *make_lane(uint64_t trace) {
    struct oplab_trace_lane *lane = calloc(1, sizeof *lane);
    if (!lane) abort();
    lane->trace = trace;
    lane->thread = oplab_thread_id();
    if (pthread_getname_np(pthread_self(), lane->name, sizeof lane->name) != 0) lane->name[0] = 0;
    lane->next = atomic_load(&lanes);
    while (!atomic_compare_exchange_weak(&lanes, &lane->next, lane)) {}
    own_lane = lane;
    return lane;
}

static struct chunk *take_chunk(struct oplab_trace_lane *lane) {
    uint64_t index = atomic_fetch_add(&chunks_taken, 1);
    if (index >= atomic_load(&chunk_count)) return NULL;
    struct chunk *chunk = atomic_load(&chunks) + index;
    if (lane->last) {
        atomic_store_explicit(&lane->last->next, chunk, memory_order_release);
    } else {
        atomic_store_explicit(&lane->first, chunk, memory_order_release);
    }
    lane->last = chunk;
    return chunk;
}

void oplab_trace_write(uint8_t kind, uint64_t ticks, uint64_t object, uint64_t other, uint64_t value) {
    uint64_t trace = atomic_load_explicit(&current_trace, memory_order_acquire);
    struct oplab_trace_lane *lane = own_lane;
    if (!lane || lane->trace != trace) lane = make_lane(trace);
    struct chunk *chunk = lane->last;
    if (!chunk || atomic_load_explicit(&chunk->count, memory_order_relaxed) == chunk_events) {
        // Once there was no memory, there is none later.
        chunk = atomic_load_explicit(&lane->dropped, memory_order_relaxed) ? NULL : take_chunk(lane);
    }
    if (!chunk) {
        uint64_t dropped = atomic_load_explicit(&lane->dropped, memory_order_relaxed);
        return atomic_store_explicit(&lane->dropped, dropped + 1, memory_order_relaxed);
    }
    uint64_t count = atomic_load_explicit(&chunk->count, memory_order_relaxed);
    struct oplab_trace_event event = {ticks, object, other, value << 8 | kind};
    chunk->events[count] = event;
    atomic_store_explicit(&chunk->count, count + 1, memory_order_release);
}

const struct oplab_trace_lane *oplab_trace_next_lane(const struct oplab_trace_lane *lane) {
    const struct oplab_trace_lane *next = lane ? lane->next : atomic_load(&lanes);
    // A lane of an earlier trace may stand before one of this, if its thread was slow.
    while (next && next->trace != atomic_load(&current_trace)) next = next->next;
    return next;
}

int32_t oplab_trace_lane_thread(const struct oplab_trace_lane *lane) { return lane->thread; }
const char *oplab_trace_lane_name(const struct oplab_trace_lane *lane) { return lane->name; }

static const struct chunk *next_chunk(const struct chunk *chunk) {
    return atomic_load_explicit(&((struct chunk *)chunk)->next, memory_order_acquire);
}

static const struct chunk *first_chunk(const struct oplab_trace_lane *lane) {
    return atomic_load_explicit(&((struct oplab_trace_lane *)lane)->first, memory_order_acquire);
}

static uint64_t count_of(const struct chunk *chunk) {
    return atomic_load_explicit(&((struct chunk *)chunk)->count, memory_order_acquire);
}

uint64_t oplab_trace_lane_count(const struct oplab_trace_lane *lane) {
    uint64_t count = 0;
    for (const struct chunk *chunk = first_chunk(lane); chunk; chunk = next_chunk(chunk)) count += count_of(chunk);
    return count;
}

uint64_t oplab_trace_lane_dropped(const struct oplab_trace_lane *lane) {
    return atomic_load(&((struct oplab_trace_lane *)lane)->dropped);
}

void oplab_trace_lane_copy(const struct oplab_trace_lane *lane, struct oplab_trace_event *events, uint64_t count) {
    for (const struct chunk *chunk = first_chunk(lane); chunk && count; chunk = next_chunk(chunk)) {
        uint64_t here = count_of(chunk);
        if (here > count) here = count;
        memcpy(events, chunk->events, here * sizeof *events);
        events += here;
        count -= here;
    }
}
