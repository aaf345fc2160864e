#define _GNU_SOURCE
#include "Tracing.h"
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

// Each thread writes into chunks that it takes from the trace's memory, so that no two threads write to one cache line. A chunk's
// count is stored with release after the event that it counts, and whoever reads loads it with acquire; events that are counted
// are never written again. So a trace can be read while threads still write.
//
// A thread may have read the flag and be about to write when the trace ends, or when the next one begins. It writes where it knows
// that memory is: a lane belongs to one trace, and takes chunks from that alone. So a trace, its lanes and the address space of its
// chunks are never given back; the pages are, once the next trace is prepared.
//
// The chunks may be those of a file, which outlives the process however that ends. Then each says which thread has written it.

enum { chunk_events = oplab_trace_chunk_events };

struct chunk {
    _Atomic uint64_t count;
    struct chunk *_Atomic next;
    /// Written before the first event is counted, and not changed later.
    int32_t thread;
    char name[16];
    char unused[28];
    struct oplab_trace_event events[chunk_events];
};

_Static_assert(sizeof(struct oplab_trace_file) == 4096, "the chunks of a file begin at its second page");
_Static_assert(sizeof(struct chunk) == oplab_trace_chunk_size, "a chunk of a file is read by its size");
_Static_assert(offsetof(struct chunk, thread) == offsetof(struct oplab_trace_chunk, thread), "as a reader sees it");
_Static_assert(offsetof(struct chunk, events) == sizeof(struct oplab_trace_chunk), "as a reader sees it");

struct trace {
    /// Null if there was no memory.
    struct chunk *chunks;
    uint64_t chunk_count;
    /// The file whose memory it is; null for none.
    struct oplab_trace_file *file;
    _Atomic uint64_t chunks_taken;
    struct oplab_trace_lane *_Atomic lanes;
    /// The one that was current before, which is kept: so a leak detector sees that it isn't lost.
    struct trace *former;
};

struct oplab_trace_lane {
    struct trace *trace;
    int32_t thread;
    char name[16];
    struct oplab_trace_lane *next;
    struct chunk *_Atomic first;
    /// Only its thread reads it.
    struct chunk *last;
    _Atomic uint64_t dropped;
};

struct oplab_modes oplab_modes __attribute__((aligned(128)));

void oplab_set_mode(enum oplab_mode mode, bool is_on) {
    if (is_on) __atomic_fetch_or(&oplab_modes.on, (uint8_t)mode, __ATOMIC_SEQ_CST);
    else __atomic_fetch_and(&oplab_modes.on, (uint8_t)~mode, __ATOMIC_SEQ_CST);
}

/// The trace that was prepared last: stored with release when it is complete.
static struct trace *_Atomic current;

static _Thread_local struct oplab_trace_lane *own_lane;

/// Written and read by whoever begins and ends traces.
static struct oplab_trace_bounds bounds;

/// Both clocks at one moment: a thread may be preempted between the two, so of some tries the shortest counts.
static struct oplab_trace_clock read_clock(void) {
    struct oplab_trace_clock best = {0, 0};
    uint64_t shortest = UINT64_MAX;
    for (int try = 0; try < 5; try++) {
        uint64_t before = oplab_trace_ticks();
        uint64_t nanoseconds = oplab_monotonic_nanoseconds();
        uint64_t length = oplab_trace_ticks() - before;
        if (length < shortest) {
            shortest = length;
            best = (struct oplab_trace_clock){before + length / 2, nanoseconds};
        }
    }
    return best;
}

static uint64_t chunks_for(uint64_t events) { return (events + chunk_events - 1) / chunk_events; }

bool oplab_trace_prepare(uint64_t events) {
    struct trace *former = atomic_load(&current);
    if (former && former->chunks) {
        madvise(former->chunks, former->chunk_count * sizeof(struct chunk), MADV_DONTNEED);
    }
    struct trace *trace = calloc(1, sizeof *trace);
    if (!trace) abort();
    uint64_t count = chunks_for(events);
    // Its pages are there from the beginning: no thread is charged for one.
    void *memory = mmap(
        NULL, count * sizeof(struct chunk), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory != MAP_FAILED) {
        trace->chunks = memory;
        trace->chunk_count = count;
    }
    trace->former = former;
    atomic_store_explicit(&current, trace, memory_order_release);
    return trace->chunks != NULL;
}

void oplab_trace_begin(void) {
    bounds.first = read_clock();
    oplab_set_mode(oplab_mode_tracing, true);
}

void oplab_trace_end(void) {
    oplab_set_mode(oplab_mode_tracing, false);
    bounds.last = read_clock();
}

struct oplab_trace_bounds oplab_trace_bounds(void) { return bounds; }

struct oplab_trace_clock oplab_trace_clock(void) { return read_clock(); }

/// For a child that was forked: it has the same file, and would write where its parent does, also what it had begun to note. All that
/// it notes is dropped.
static struct trace nowhere;

static void end_in_child(void) {
    struct trace *former = atomic_load(&current);
    // A grandchild has nothing else.
    if (former != &nowhere) nowhere.former = former;
    atomic_store_explicit(&current, &nowhere, memory_order_release);
    oplab_set_mode(oplab_mode_tracing, false);
    oplab_set_mode(oplab_mode_recording, false);
}

/// Reserves the whole file. Otherwise a full disk would end the process when it writes to the memory; where the file system can't
/// reserve, it still does.
static int reserve(int file, uint64_t size) {
    // A file that is larger than the process may make would end it, too.
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < size) return EFBIG;
    int error;
    do { error = posix_fallocate(file, 0, (off_t)size); } while (error == EINTR);
    return error;
}

int oplab_trace_record(const char *path, uint64_t events) {
    if (events == 0 || events > UINT32_MAX) return EINVAL;
    uint64_t count = chunks_for(events);
    size_t size = sizeof(struct oplab_trace_file) + count * sizeof(struct chunk);
    struct trace *trace = calloc(1, sizeof *trace);
    if (!trace) return ENOMEM;
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) {
        int error = errno;
        free(trace);
        return error;
    }
    int error = reserve(file, size);
    void *memory = error ? MAP_FAILED : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (!error && memory == MAP_FAILED) error = errno;
    close(file);
    if (!error) error = pthread_atfork(NULL, NULL, end_in_child);
    if (error) {
        if (memory != MAP_FAILED) munmap(memory, size);
        unlink(path);
        free(trace);
        return error;
    }
    trace->file = memory;
    trace->chunks = (struct chunk *)((char *)memory + sizeof(struct oplab_trace_file));
    trace->chunk_count = count;
    trace->file->format = oplab_trace_file_format;
    trace->file->chunks = count;
    trace->file->begin = bounds.first = read_clock();
    trace->former = atomic_load(&current);
    // The magic comes last: a file that has it has all before it.
    __atomic_store_n(&trace->file->magic, oplab_trace_file_magic, __ATOMIC_RELEASE);
    atomic_store_explicit(&current, trace, memory_order_release);
    oplab_set_mode(oplab_mode_recording, true);
    oplab_set_mode(oplab_mode_tracing, true);
    return 0;
}

static struct oplab_trace_lane *make_lane(struct trace *trace) {
    struct oplab_trace_lane *lane = calloc(1, sizeof *lane);
    if (!lane) abort();
    lane->trace = trace;
    lane->thread = oplab_thread_id();
    if (pthread_getname_np(pthread_self(), lane->name, sizeof lane->name) != 0) lane->name[0] = 0;
    lane->next = atomic_load(&trace->lanes);
    while (!atomic_compare_exchange_weak(&trace->lanes, &lane->next, lane)) {}
    own_lane = lane;
    return lane;
}

static struct chunk *take_chunk(struct oplab_trace_lane *lane) {
    uint64_t index = atomic_fetch_add(&lane->trace->chunks_taken, 1);
    if (index >= lane->trace->chunk_count) return NULL;
    if (lane->trace->file) __atomic_fetch_add(&lane->trace->file->chunks_taken, 1, __ATOMIC_RELAXED);
    struct chunk *chunk = lane->trace->chunks + index;
    chunk->thread = lane->thread;
    memcpy(chunk->name, lane->name, sizeof chunk->name);
    if (lane->last) {
        atomic_store_explicit(&lane->last->next, chunk, memory_order_release);
    } else {
        atomic_store_explicit(&lane->first, chunk, memory_order_release);
    }
    lane->last = chunk;
    return chunk;
}

void oplab_trace_write(uint8_t kind, uint64_t ticks, uint64_t object, uint64_t other, uint64_t value) {
    // Whoever calls has seen that a trace is recorded; so it sees which one below.
    atomic_thread_fence(memory_order_acquire);
    struct trace *trace = atomic_load_explicit(&current, memory_order_acquire);
    struct oplab_trace_lane *lane = own_lane;
    if (!lane || lane->trace != trace) lane = make_lane(trace);
    struct chunk *chunk = lane->last;
    if (!chunk || atomic_load_explicit(&chunk->count, memory_order_relaxed) == chunk_events) {
        // Once there was no memory, there is none later.
        chunk = atomic_load_explicit(&lane->dropped, memory_order_relaxed) ? NULL : take_chunk(lane);
    }
    if (!chunk) {
        if (trace->file && __atomic_fetch_add(&trace->file->dropped, 1, __ATOMIC_RELAXED) == 0) {
            __atomic_store_n(&trace->file->first_dropped, ticks, __ATOMIC_RELAXED);
        }
        uint64_t dropped = atomic_load_explicit(&lane->dropped, memory_order_relaxed);
        return atomic_store_explicit(&lane->dropped, dropped + 1, memory_order_relaxed);
    }
    uint64_t count = atomic_load_explicit(&chunk->count, memory_order_relaxed);
    struct oplab_trace_event event = {ticks, object, other, value << 8 | kind};
    chunk->events[count] = event;
    atomic_store_explicit(&chunk->count, count + 1, memory_order_release);
}

const struct oplab_trace_lane *oplab_trace_next_lane(const struct oplab_trace_lane *lane) {
    if (lane) return lane->next;
    struct trace *trace = atomic_load(&current);
    return trace ? atomic_load(&trace->lanes) : NULL;
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
