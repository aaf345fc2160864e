#include "WeakMemory.h"

#if OPLAB_INTERPOSES
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct oplab_race oplab_first_race;

// MARK: Memory of a schedule

enum { block_size = 1 << 20, most_blocks = 1 << 12 };
static char *blocks[most_blocks];
static int block_count = 0, block = 0;
static size_t used = 0;

static void *new_memory(size_t size) {
    // Not from the allocator, whose functions this library has taken the place of.
    void *memory = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) abort();
    return memory;
}

void *oplab_allocate(size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (size > block_size) abort();
    if (block_count == 0 || used + size > block_size) {
        if (block_count > 0) block++;
        if (block == most_blocks) abort();
        if (block == block_count) {
            blocks[block_count++] = new_memory(block_size);
        }
        used = 0;
    }
    void *result = blocks[block] + used;
    used += size;
    return memset(result, 0, size);
}

// MARK: A table from addresses to things of a schedule

struct entry { uintptr_t key; void *value; uint32_t schedule; };
// A search ends at a slot of an older schedule, so some are always left. There are two to the power of `bits`.
struct table { struct entry *entries; uint32_t count; int bits; };
static uint32_t schedule = 1;
uint32_t oplab_schedule(void) { return __atomic_load_n(&schedule, __ATOMIC_RELAXED); }
static struct table clocks, clock_pages, pages, tasks, locations;
struct explored_thread *oplab_threads;
static uint32_t thread_count = 0;

// The place of a key: of an older schedule if it has none yet.
static struct entry *find(const struct table *table, uintptr_t key) {
    size_t mask = ((size_t)1 << table->bits) - 1;
    size_t slot = (key * 0x9e3779b97f4a7c15u) >> (64 - table->bits);
    for (;; slot = (slot + 1) & mask) {
        struct entry *entry = &table->entries[slot];
        if (entry->schedule != schedule || entry->key == key) return entry;
    }
}

static void grow(struct table *table) {
    struct table old = *table;
    table->bits = old.entries ? old.bits + 1 : 16;
    table->entries = new_memory(sizeof(struct entry) << table->bits);
    if (!old.entries) return;
    for (size_t slot = 0; slot < (size_t)1 << old.bits; slot++) {
        struct entry *entry = &old.entries[slot];
        if (entry->schedule == schedule) *find(table, entry->key) = *entry;
    }
    munmap(old.entries, sizeof(struct entry) << old.bits);
}

// The value of a key; null if it has none.
static void *value(const struct table *table, uintptr_t key) {
    if (!table->entries) return 0;
    struct entry *entry = find(table, key);
    return entry->schedule == schedule ? entry->value : 0;
}

// The value of a key, which is zeroed memory of a size at first.
static void *value_or_new(struct table *table, uintptr_t key, size_t size) {
    void *found = value(table, key);
    if (found) return found;
    if (!table->entries || ++table->count > (1u << table->bits) / 4 * 3) grow(table);
    found = oplab_allocate(size);
    *find(table, key) = (struct entry){key, found, schedule};
    return found;
}

void oplab_forget_all(void) {
    __atomic_store_n(&schedule, schedule + 1, __ATOMIC_RELAXED);
    clocks.count = clock_pages.count = pages.count = tasks.count = locations.count = 0;
    oplab_threads = 0;
    thread_count = 0;
    block = 0;
    used = 0;
    oplab_first_race = (struct oplab_race){0};
}

// MARK: Clocks

void oplab_join(struct clock *clock, const struct clock *other) {
    if (other->count > clock->capacity) {
        uint32_t capacity = other->count + 8;
        uint32_t *times = oplab_allocate(capacity * sizeof *times);
        if (clock->count) memcpy(times, clock->times, clock->count * sizeof *times);
        clock->times = times;
        clock->capacity = capacity;
    }
    if (other->count > clock->count) clock->count = other->count;
    for (uint32_t index = 0; index < other->count; index++) {
        if (other->times[index] > clock->times[index]) clock->times[index] = other->times[index];
    }
}

void oplab_tick(struct explored_thread *thread) { thread->clock.times[thread->number]++; }

// The words of a page that have clocks, a bit each.
struct clock_page { uint64_t words[oplab_page_size / 512]; };

struct clock *oplab_clock_of(const void *address) {
    struct clock *clock = value(&clocks, (uintptr_t)address);
    if (clock) return clock;
    uintptr_t word = (uintptr_t)address >> 3;
    struct clock_page *page = value_or_new(&clock_pages, (uintptr_t)address >> oplab_page_bits, sizeof *page);
    page->words[word >> 6 & (oplab_page_size / 512 - 1)] |= 1ull << (word & 63);
    return value_or_new(&clocks, (uintptr_t)address, sizeof *clock);
}

// What is at an address now has nothing to do with what was there.
static void forget_clocks(uintptr_t begin, uintptr_t end) {
    struct clock_page *page = value(&clock_pages, begin >> oplab_page_bits);
    if (!page) return;
    for (uintptr_t address = begin; address < end; address++) {
        uintptr_t word = address >> 3;
        if (!(page->words[word >> 6 & (oplab_page_size / 512 - 1)] >> (word & 63) & 1)) {
            address |= 7;
            continue;
        }
        struct clock *clock = value(&clocks, address);
        if (clock) *clock = (struct clock){0};
    }
}

struct explored_thread *oplab_thread_of_task(uint64_t task) {
    struct explored_thread *thread =
        task ? value_or_new(&tasks, (uintptr_t)task, sizeof *thread) : oplab_allocate(sizeof *thread);
    if (thread->clock.count > 0) return thread;
    thread->number = thread_count++;
    uint32_t count = thread->number + 1;
    thread->clock = (struct clock){oplab_allocate((count + 8) * sizeof(uint32_t)), count, count + 8};
    thread->clock.times[thread->number] = 1;
    thread->next = oplab_threads;
    oplab_threads = thread;
    return thread;
}

// MARK: Accesses

// The last accesses of each thread to eight bytes.
struct mark {
    struct mark *next;
    const void *code;
    struct oplab_stack *stack;
    uint32_t thread, time, label;
    uint8_t bytes, access;
};
enum { page_bits = oplab_page_bits, words_of_page = oplab_page_size / 8 };
struct page { struct mark *marks[words_of_page]; };

static bool conflict(enum access one, enum access other) {
    bool are_atomic = one >= access_atomic_read && other >= access_atomic_read;
    bool writes = one == access_write || one == access_atomic_write || other == access_write || other == access_atomic_write;
    return writes && !are_atomic;
}

static bool is_known(struct explored_thread *thread, const struct mark *mark) {
    return mark->thread < thread->clock.count && mark->time <= thread->clock.times[mark->thread];
}

static void access_word(
    struct explored_thread *thread, uintptr_t address, uint8_t bytes, enum access access, const void *code) {
    struct page *page = value_or_new(&pages, address >> page_bits, sizeof *page);
    struct mark **place = &page->marks[(address >> 3) & (words_of_page - 1)];
    uint32_t now = thread->clock.times[thread->number];
    struct mark *own = 0;
    while (*place) {
        struct mark *mark = *place;
        // An older one of this thread is the same to others, but for bytes that it alone has.
        bool is_own = mark->thread == thread->number && mark->access == access;
        if (is_own && (mark->time == now || !(mark->bytes & ~bytes))) own = mark;
        bool known = mark->thread == thread->number || is_known(thread, mark);
        if (!known && (mark->bytes & bytes) && conflict(access, mark->access) && !oplab_first_race.code) {
            oplab_first_race = (struct oplab_race){
                .code = code, .thread = thread->label, .access = access, .stack = oplab_watches_race ? oplab_stack_of_race(code, 0) : 0,
                .other_code = mark->code, .other_thread = mark->label, .other_access = mark->access,
                .other_stack = mark->stack,
                // The first byte that both have accessed.
                .address = (const void *)((address & ~(uintptr_t)7) + (unsigned)__builtin_ctz(mark->bytes & bytes)),
            };
            oplab_add_details(&oplab_first_race);
        }
        // Who races with the older access races with this one, too.
        if (known && access == access_write && mark != own && !(mark->bytes & ~bytes)) {
            *place = mark->next;
        } else {
            place = &mark->next;
        }
    }
    if (!own) {
        own = oplab_allocate(sizeof *own);
        *place = own;
    }
    // Earlier ones of the same kind say nothing that this one doesn't.
    for (place = &page->marks[(address >> 3) & (words_of_page - 1)]; *place;) {
        struct mark *mark = *place;
        bool is_earlier = mark->thread == thread->number && mark->access == access && !(mark->bytes & ~bytes);
        if (mark != own && is_earlier) *place = mark->next;
        else place = &mark->next;
    }
    if (own->time != now) own->bytes = 0;
    struct oplab_stack *stack = oplab_watches_race ? oplab_stack_of_race(code, own->stack) : 0;
    *own = (struct mark){own->next, code, stack, thread->number, now, thread->label, own->bytes | bytes, access};
}

bool oplab_access(
    struct explored_thread *thread, const volatile void *start, size_t size, enum access access, const void *code) {
    uintptr_t address = (uintptr_t)start, end = address + size;
    while (address < end) {
        unsigned from = address & 7;
        unsigned count = 8 - from < end - address ? 8 - from : (unsigned)(end - address);
        access_word(thread, address, (uint8_t)(((1u << count) - 1) << from), access, code);
        address += count;
    }
    return oplab_first_race.code != 0;
}

void oplab_forget(const void *start, size_t size) {
    if (oplab_watches_race) oplab_forget_object(start, size);
    uintptr_t address = (uintptr_t)start & ~(uintptr_t)7, end = (uintptr_t)start + size;
    while (address < end) {
        uintptr_t next = (address | ((1u << page_bits) - 1)) + 1;
        struct page *page = value(&pages, address >> page_bits);
        uintptr_t last = next < end ? next : end;
        forget_clocks(address, last);
        if (oplab_memory) oplab_forget_locations((const void *)address, last - address);
        if (page) {
            for (uintptr_t word = address; word < last; word += 8) page->marks[(word >> 3) & (words_of_page - 1)] = 0;
        }
        address = next;
    }
}

// MARK: Locations

struct location_page { struct location *lists[words_of_page]; };

struct location **oplab_locations_of(uintptr_t address) {
    struct location_page *page = value_or_new(&locations, address >> page_bits, sizeof *page);
    return &page->lists[(address >> 3) & (words_of_page - 1)];
}

struct location **oplab_known_locations_of(uintptr_t address) {
    struct location_page *page = value(&locations, address >> page_bits);
    return page ? &page->lists[(address >> 3) & (words_of_page - 1)] : 0;
}
#endif
