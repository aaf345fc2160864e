#define _GNU_SOURCE
#include "CScheduleControl.h"

#include "Interposer.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>

// Defined by CScheduleInterposition, which most programs don't hold: linked, or preloaded.
void oplab_interpose(const struct oplab_interposition_hooks *hooks) __attribute__((weak));

interpose_function oplab_find_interposer(void) {
    interpose_function interpose = oplab_interpose;
    return interpose ? interpose : (interpose_function)dlsym(RTLD_DEFAULT, "oplab_interpose");
}

bool oplab_set_interposition(const struct oplab_interposition_hooks *hooks) {
    interpose_function interpose = oplab_find_interposer();
    if (!interpose) return false;
    interpose(hooks);
    return true;
}

bool oplab_interposes_dispatch(void) {
    Dl_info called, own;
    void *function = dlsym(RTLD_DEFAULT, "dispatch_async"), *interposer = (void *)oplab_find_interposer();
    return function && interposer && dladdr(function, &called) && dladdr(interposer, &own) && called.dli_fbase == own.dli_fbase;
}

typedef const struct oplab_instrumentation *(*instrumentation_function)(void);

const struct oplab_instrumentation *oplab_find_instrumentation(void) {
    instrumentation_function find = (instrumentation_function)dlsym(RTLD_DEFAULT, "oplab_instrumentation_of_program");
    return find ? find() : 0;
}

int32_t oplab_call_stack(uint64_t *addresses, int32_t most) {
    _Static_assert(sizeof(void *) == sizeof(uint64_t), "an address is a number of 64 bits");
    return backtrace((void **)addresses, most);
}

bool oplab_find_symbol(uint64_t address, struct oplab_symbol *symbol) {
    Dl_info info;
    const ElfW(Sym) *entry = 0;
    if (!dladdr1((void *)(uintptr_t)address, &info, (void **)&entry, RTLD_DL_SYMENT)) return false;
    symbol->file = info.dli_fname;
    // A function that isn't exported lies behind another one.
    bool isInside = info.dli_sname && entry && address - (uint64_t)(uintptr_t)info.dli_saddr < entry->st_size;
    symbol->name = isInside ? info.dli_sname : 0;
    symbol->base = (uint64_t)(uintptr_t)info.dli_fbase;
    return true;
}

// The executor's object, and what it is asked by.
struct serial_executor { uintptr_t object, witnesses; };
typedef __attribute__((swiftcall)) struct serial_executor executor_function(void);

uintptr_t oplab_current_executor(void) {
    // Who comes at once finds the same.
    static executor_function *known = 0;
    executor_function *function = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!function) {
        function = (executor_function *)dlsym(RTLD_DEFAULT, "swift_task_getCurrentExecutor");
        if (!function) return 0;
        __atomic_store_n(&known, function, __ATOMIC_RELAXED);
    }
    return function().object;
}
