#include "Clocks.h"

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

void *oplab_allocate(size_t size) {
    size = (size + 15) & ~(size_t)15;
    if (size > block_size) abort();
    if (block_count == 0 || used + size > block_size) {
        if (block_count > 0) block++;
        if (block == most_blocks) abort();
        if (block == block_count) {
            // Not from the allocator, whose functions this library has taken the place of.
            void *memory = mmap(0, block_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (memory == MAP_FAILED) abort();
            blocks[block_count++] = memory;
        }
        used = 0;
    }
    void *result = blocks[block] + used;
    used += size;
    return memset(result, 0, size);
}

// MARK: A table from addresses to things of a schedule

enum { slots = 1 << 16 };
struct entry { uintptr_t key; void *value; uint32_t schedule; };
struct table { struct entry entries[slots]; uint32_t count; };
static uint32_t schedule = 1;
static struct table clocks, pages;

// The place of a key: of an older schedule if it has none yet.
static struct entry *find(struct table *table, uintptr_t key) {
    uintptr_t slot = (key * 0x9e3779b97f4a7c15u) >> 48;
    for (;; slot = (slot + 1) & (slots - 1)) {
        struct entry *entry = &table->entries[slot];
        if (entry->schedule != schedule || entry->key == key) return entry;
    }
}

static void add(struct table *table, struct entry *entry, uintptr_t key, void *value) {
    // A search ends at a free slot.
    if (++table->count > slots * 3 / 4) abort();
    *entry = (struct entry){key, value, schedule};
}

void oplab_forget_all(void) {
    schedule++;
    clocks.count = pages.count = 0;
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

struct clock *oplab_clock_of(const void *address) {
    struct entry *entry = find(&clocks, (uintptr_t)address);
    if (entry->schedule != schedule) add(&clocks, entry, (uintptr_t)address, oplab_allocate(sizeof(struct clock)));
    return entry->value;
}

// MARK: Accesses

// The last accesses of each thread to eight bytes.
struct mark {
    struct mark *next;
    const void *code;
    uint32_t thread, time;
    uint8_t bytes, access;
};
enum { page_bits = 10, marks_of_page = 1 << (page_bits - 3) };
struct page { struct mark *marks[marks_of_page]; };

static struct page *page_of(uintptr_t address, bool create) {
    struct entry *entry = find(&pages, address >> page_bits);
    if (entry->schedule != schedule) {
        if (!create) return 0;
        add(&pages, entry, address >> page_bits, oplab_allocate(sizeof(struct page)));
    }
    return entry->value;
}

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
    struct mark **place = &page_of(address, true)->marks[(address >> 3) & (marks_of_page - 1)];
    uint32_t now = thread->clock.times[thread->number];
    struct mark *own = 0;
    while (*place) {
        struct mark *mark = *place;
        if (mark->thread == thread->number && mark->access == access) own = mark;
        bool known = mark->thread == thread->number || is_known(thread, mark);
        if (!known && (mark->bytes & bytes) && conflict(access, mark->access) && !oplab_first_race.code) {
            oplab_first_race = (struct oplab_race){
                .code = code, .thread = thread->number, .access = access,
                .other_code = mark->code, .other_thread = mark->thread, .other_access = mark->access,
                .address = (const void *)address,
            };
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
    if (own->time != now) own->bytes = 0;
    *own = (struct mark){own->next, code, thread->number, now, own->bytes | bytes, access};
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
    uintptr_t address = (uintptr_t)start & ~(uintptr_t)7, end = (uintptr_t)start + size;
    while (address < end) {
        uintptr_t next = (address | ((1u << page_bits) - 1)) + 1;
        struct page *page = page_of(address, false);
        if (page) {
            uintptr_t last = next < end ? next : end;
            for (uintptr_t word = address; word < last; word += 8) page->marks[(word >> 3) & (marks_of_page - 1)] = 0;
        }
        address = next;
    }
}
#endif
