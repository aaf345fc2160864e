#include "Interposition.h"

#include "CScheduleInterposition.h"

#if OPLAB_INTERPOSES
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

// What the explorer has told to do; null while no exploration runs. Written before its threads begin and after they have
// ended; what threads outside of the exploration see doesn't matter, since it isn't for them.
static hooks_pointer hooks = 0;

OPLAB_THREAD_LOCAL bool oplab_is_in_hook = false;

void oplab_interpose(hooks_pointer new_hooks);

bool oplab_passes_on = false;

__attribute__((constructor)) static void find_out_whether_it_passes_on(void) {
    Dl_info own, other;
    void *function = dlsym(RTLD_DEFAULT, "oplab_instrumentation_of_program");
    oplab_passes_on = function && dladdr(function, &other) && dladdr((void *)find_out_whether_it_passes_on, &own)
        && own.dli_fbase != other.dli_fbase;
}

// As Swift's runtime keeps what its hash values begin with.
struct hashing { uint64_t seeds[2]; bool is_deterministic; };

// Code may depend on the order of sets and dictionaries, which has to be the same in each process, or a token runs something else.
// The runtime asks the environment as it begins, before this or after: so both are set. No code of Swift has run yet.
// What somebody has set stays.
__attribute__((constructor)) static void fix_hash_values(void) {
    static const char name[] = "SWIFT_DETERMINISTIC_HASHING";
    struct hashing *hashing = dlsym(RTLD_DEFAULT, "_swift_stdlib_Hashing_parameters");
    if (!hashing || getenv(name)) return;
    setenv(name, "1", false);
    *hashing = (struct hashing){{0, 0}, true};
}

// Replaced where the program is instrumented (CScheduleInstrumentation).
__attribute__((weak)) void oplab_note_release(const void *address) {}
__attribute__((weak)) void oplab_note_acquire(const void *address) {}
__attribute__((weak)) void oplab_forget_stack(void) {}
__attribute__((weak)) void oplab_forget_address(const void *address) {}

// Threads that come here at once find the same function, so it doesn't matter whose store is the last.
void *oplab_next_of(void **known, const char *name) {
    void *found = __atomic_load_n(known, __ATOMIC_RELAXED);
    if (!found) {
        found = dlsym(RTLD_NEXT, name);
        if (!found) abort();
        __atomic_store_n(known, found, __ATOMIC_RELAXED);
    }
    return found;
}

// MARK: Whose code it is

struct range { uintptr_t begin, end; enum caller caller; };
enum { most_ranges = 64 };

// The code that isn't the program's, in no order. Written before any hook is set.
static struct range ranges[most_ranges];
static int range_count = 0;
static struct range range_of_cpp = {0, 0, caller_system};

// By the last component of its path: a folder may have any name.
static bool begins_with_any(const char *path, const char *const *parts) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (; *parts; parts++) if (strncmp(name, *parts, strlen(*parts)) == 0) return true;
    return false;
}

static int note_object(struct dl_phdr_info *object, size_t size, void *address_of_malloc) {
    static const char *const runtime[] = {"libswiftCore.", "libswift_Concurrency.", "libswiftSynchronization.", 0};
    static const char *const system[] = {
        "libc.so.", "ld-linux", "libstdc++.so.", "libgcc_s.so.", "libm.so.", "libdispatch.so", "libBlocksRuntime.so",
        "libpthread.so.", "linux-vdso", "libScheduleInterposition.so", "libScheduleInstrumentation.so", 0,
    };
    struct range range = {UINTPTR_MAX, 0, caller_program};
    for (int index = 0; index < object->dlpi_phnum; index++) {
        if (object->dlpi_phdr[index].p_type != PT_LOAD) continue;
        uintptr_t first = object->dlpi_addr + object->dlpi_phdr[index].p_vaddr;
        uintptr_t last = first + object->dlpi_phdr[index].p_memsz;
        if (first < range.begin) range.begin = first;
        if (last > range.end) range.end = last;
    }
    if ((uintptr_t)address_of_malloc - range.begin < range.end - range.begin) range.caller = caller_system;
    if (begins_with_any(object->dlpi_name, system)) range.caller = caller_system;
    if (begins_with_any(object->dlpi_name, runtime)) range.caller = caller_runtime;
    static const char *const cpp[] = {"libstdc++.so.", 0};
    if (begins_with_any(object->dlpi_name, cpp)) range_of_cpp = range;
    if (range.caller != caller_program && range_count < most_ranges) ranges[range_count++] = range;
    return 0;
}

enum caller oplab_caller(const void *address) {
    for (int index = 0; index < range_count; index++) {
        if ((uintptr_t)address - ranges[index].begin < ranges[index].end - ranges[index].begin)
            return ranges[index].caller;
    }
    return caller_program;
}

bool oplab_is_of_cpp(const void *address) {
    return (uintptr_t)address - range_of_cpp.begin < range_of_cpp.end - range_of_cpp.begin;
}

const char oplab_outside = 0;
unsigned oplab_explorations = 0;

// MARK: The hooks

bool oplab_has_hooks(void) { return __atomic_load_n(&hooks, __ATOMIC_RELAXED) != 0; }

hooks_pointer oplab_hooks_of_this_thread(void) {
    hooks_pointer current = __atomic_load_n(&hooks, __ATOMIC_ACQUIRE);
    if (!current || oplab_is_in_hook) return 0;
    return IN_HOOK(current->controls_calling_thread()) ? current : 0;
}

hooks_pointer oplab_hooks_of_others(void) {
    hooks_pointer current = __atomic_load_n(&hooks, __ATOMIC_ACQUIRE);
    if (!current || oplab_is_in_hook) return 0;
    return IN_HOOK(current->controls_calling_thread()) ? 0 : current;
}

// Those of the last exploration, which stay where they are. A thread that it has lost may still run on another's.
static hooks_pointer last_hooks = 0;

// Also in the explorer's own code, which has locks, too.
void oplab_run_at_home(bool stays) {
    hooks_pointer last = __atomic_load_n(&last_hooks, __ATOMIC_ACQUIRE);
    if (!last) return;
    bool was_in_hook = oplab_is_in_hook;
    oplab_is_in_hook = true;
    last->go_home(stays);
    oplab_is_in_hook = was_in_hook;
}

void oplab_set_hooks(hooks_pointer new_hooks) {
    if (range_count == 0) dl_iterate_phdr(note_object, dlsym(RTLD_DEFAULT, "malloc"));
    if (new_hooks) {
        oplab_explorations++;
        __atomic_store_n(&last_hooks, new_hooks, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&hooks, new_hooks, __ATOMIC_RELEASE);
}

void oplab_interpose(hooks_pointer new_hooks) {
    PASS_ON(NEXT(void (*)(hooks_pointer), oplab_interpose), new_hooks);
    oplab_set_hooks(new_hooks);
}

bool oplab_interposition_works(void) { return true; }
#else
bool oplab_interposition_works(void) { return false; }
#endif
