// Which functions of a program are nobody's own: those of the explorer, and those that the compiler makes for its caches of
// types. Their atomic accesses order threads, and are no choice points. Those of the primitive `Atomic` have points of their own;
// its words are the program's.
#include "Clocks.h"

#if OPLAB_INTERPOSES
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct function { uintptr_t begin, end; enum owner owner; };
enum { most_functions = 1 << 20 };
static struct function *functions = 0;
static size_t function_count = 0;

static bool begins(const char *name, const char *with) { return strncmp(name, with, strlen(with)) == 0; }
static bool ends(const char *name, const char *with) {
    size_t length = strlen(name), other = strlen(with);
    return length >= other && strcmp(name + length - other, with) == 0;
}

static enum owner owner_by(const char *name) {
    if (begins(name, "__swift_") || begins(name, "oplab_")) return owner_nobody;
    if (!begins(name, "$s")) return owner_program;
    // Accessors of lazy witness tables, of metadata, and their caches.
    if (ends(name, "WL") || ends(name, "Wl") || ends(name, "Ma") || ends(name, "Mr") || ends(name, "Mb"))
        return owner_nobody;
    if (begins(name, "$s21ConcurrencyPrimitives6AtomicV")) return owner_atomic;
    if (begins(name, "$s21ConcurrencyPrimitives")) return owner_primitive;
    bool is_nobodys = begins(name, "$s19ScheduleExploration") || begins(name, "$s16QueueExploration")
        || begins(name, "$s23QueueConformanceTesting");
    return is_nobodys ? owner_nobody : owner_program;
}

const void *oplab_modes_word = 0;

static int compare(const void *one, const void *other) {
    uintptr_t a = ((const struct function *)one)->begin, b = ((const struct function *)other)->begin;
    return a < b ? -1 : a > b;
}

static int note_base(struct dl_phdr_info *object, size_t size, void *base) {
    // The first is the program.
    *(uintptr_t *)base = object->dlpi_addr;
    return 1;
}

// Without symbols, nothing is left out.
void oplab_read_functions(void) {
    if (functions) return;
    functions = mmap(
        0, most_functions * sizeof *functions, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (functions == MAP_FAILED) abort();
    int file = open("/proc/self/exe", O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) return;
    const char *bytes = mmap(0, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (bytes == MAP_FAILED) return;
    uintptr_t base = 0;
    dl_iterate_phdr(note_base, &base);
    const ElfW(Ehdr) *head = (const void *)bytes;
    const ElfW(Shdr) *sections = (const void *)(bytes + head->e_shoff);
    for (int index = 0; index < head->e_shnum; index++) {
        if (sections[index].sh_type != SHT_SYMTAB) continue;
        const ElfW(Sym) *symbols = (const void *)(bytes + sections[index].sh_offset);
        const char *names = bytes + sections[sections[index].sh_link].sh_offset;
        size_t count = sections[index].sh_size / sizeof *symbols;
        for (size_t symbol = 0; symbol < count && function_count < most_functions; symbol++) {
            const char *name = names + symbols[symbol].st_name;
            if ((symbols[symbol].st_info & 0xf) == STT_OBJECT && strcmp(name, "oplab_modes") == 0)
                oplab_modes_word = (const void *)(base + symbols[symbol].st_value);
            if ((symbols[symbol].st_info & 0xf) != STT_FUNC || symbols[symbol].st_size == 0) continue;
            enum owner owner = owner_by(name);
            if (owner == owner_program) continue;
            uintptr_t begin = base + symbols[symbol].st_value;
            functions[function_count++] = (struct function){begin, begin + symbols[symbol].st_size, owner};
        }
    }
    munmap((void *)bytes, (size_t)status.st_size);
    qsort(functions, function_count, sizeof *functions, compare);
}

static enum owner search(uintptr_t code) {
    size_t low = 0, high = function_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (functions[middle].begin < code) low = middle + 1;
        else high = middle;
    }
    // A return address may be the first behind a function.
    return low > 0 && code <= functions[low - 1].end ? functions[low - 1].owner : owner_program;
}

static bool explores_primitives = false;
bool oplab_explores_primitives(void) { return __atomic_load_n(&explores_primitives, __ATOMIC_RELAXED); }
void oplab_explore_primitives(bool explores) { __atomic_store_n(&explores_primitives, explores, __ATOMIC_RELAXED); }

enum owner oplab_owner(const void *address) {
    // The answers for the calls that were asked for last, each in the two highest bits of the address. Threads outside ask, too, so
    // both are in one word.
    static uintptr_t known[1 << 10];
    enum { shift = 62 };
    uintptr_t code = (uintptr_t)address, slot = (code * 0x9e3779b97f4a7c15u) >> 54;
    uintptr_t answer = __atomic_load_n(&known[slot], __ATOMIC_RELAXED);
    if ((answer & (((uintptr_t)1 << shift) - 1)) != code) {
        answer = code | (uintptr_t)search(code) << shift;
        __atomic_store_n(&known[slot], answer, __ATOMIC_RELAXED);
    }
    enum owner owner = (enum owner)(answer >> shift);
    if (oplab_explores_primitives()) return owner == owner_nobody ? owner_nobody : owner_program;
    return owner == owner_primitive ? owner_nobody : owner;
}
#endif
