// What the files of this target share.
#ifndef OPERATIONLAB_INTERPOSITION_H
#define OPERATIONLAB_INTERPOSITION_H

#define _GNU_SOURCE
#include "CPlatform.h"

#if !defined(OPLAB_SANITIZED) && defined(__linux__)
#define OPLAB_INTERPOSES 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef const struct oplab_interposition_hooks *hooks_pointer;

// The hooks, if an exploration controls the calling thread and that thread runs the program's code; otherwise null.
__attribute__((visibility("hidden"))) hooks_pointer oplab_hooks_of_this_thread(void);

// The hooks, if an exploration runs that doesn't control the calling thread.
__attribute__((visibility("hidden"))) hooks_pointer oplab_hooks_of_others(void);

// Sets the hooks of this library: another in the program may hold the same code, and be asked first.
__attribute__((visibility("hidden"))) void oplab_set_hooks(hooks_pointer hooks);

// Whether an exploration runs.
__attribute__((visibility("hidden"))) bool oplab_has_hooks(void);

// The program has used something that no exploration controls. What the calling thread has done is known to all that acquire
// something later.
__attribute__((visibility("hidden"))) void oplab_note_unseen(const char *what);

// The library is there when the program begins, linked or loaded first. So its thread-local variables have a fixed place, and none is looked
// for by a call, as in a library that may come later.
#define OPLAB_THREAD_LOCAL _Thread_local __attribute__((tls_model("initial-exec")))

// A hook is Swift, which takes mutexes of the runtime itself: those are taken as they are.
__attribute__((visibility("hidden"))) extern OPLAB_THREAD_LOCAL bool oplab_is_in_hook;

#define IN_HOOK(call) ({ \
    oplab_is_in_hook = true; \
    __auto_type result_of_hook = (call); \
    oplab_is_in_hook = false; \
    result_of_hook; })
#define RUN_HOOK(call) do { oplab_is_in_hook = true; (call); oplab_is_in_hook = false; } while (0)

// The function that this library has taken the place of. `known` keeps it.
__attribute__((visibility("hidden"))) void *oplab_next_of(void **known, const char *name);

// Calls the function that this library has taken the place of.
#define NEXT(type, name) ({ static void *known = 0; (type)oplab_next_of(&known, #name); })

// Whether a library comes behind this one that has the same functions and does more: that of an instrumented program
// (CScheduleInstrumentation). Written before main.
__attribute__((visibility("hidden"))) extern bool oplab_passes_on;

// Leaves the call to that library, as if the caller had called it: by the return address it knows whose code calls.
#define PASS_ON(next, ...) if (oplab_passes_on) __attribute__((musttail)) return (next)(__VA_ARGS__)

enum caller {
    // The allocator, libc, Dispatch, C++: their locks stay within them. A hook allocates, so it must not be called there.
    caller_system,
    // Swift's runtime: its mutexes are waited for in the scheduler, and are no choice points, for it takes many.
    caller_runtime,
    // The program and the libraries that it is made of, Foundation too.
    caller_program,
};

// Whose code, or whose data, is at an address. One search in a few ranges.
__attribute__((visibility("hidden"))) enum caller oplab_caller(const void *address);
// Whether it is the library of C++, which is one of the system's.
__attribute__((visibility("hidden"))) bool oplab_is_of_cpp(const void *address);
// How many explorations have begun.
__attribute__((visibility("hidden"))) extern unsigned oplab_explorations;

// The hooks, if the program's own code calls, on a thread of an exploration.
static inline hooks_pointer hooks_for(const void *code) {
    return oplab_caller(code) == caller_program ? oplab_hooks_of_this_thread() : 0;
}

// The same, also if the library of C++ calls: it does on behalf of the program, and of Foundation.
static inline hooks_pointer hooks_for_cpp_too(const void *code) {
    return oplab_caller(code) == caller_program || oplab_is_of_cpp(code) ? oplab_hooks_of_this_thread() : 0;
}

// Inlined into the function that was called: its return address says by whom.
#define CODE __builtin_return_address(0)

// Returns when the mutex is the calling thread's, or at the deadline. A choice point.
__attribute__((visibility("hidden"))) int oplab_lock_in_program(
    hooks_pointer hooks, void *mutex, uint64_t deadline);
__attribute__((visibility("hidden"))) int oplab_unlock_in_program(
    hooks_pointer hooks, void *mutex, bool is_point);

// Returns on the thread of the system that the calling code began on, where it `stays` if so: for what the kernel keeps for each thread.
__attribute__((visibility("hidden"))) void oplab_run_at_home(bool stays);

// Stands for all that no exploration controls: who acquires something knows what those did who have used such a thing, as it may
// have come through there.
__attribute__((visibility("hidden"))) extern const char oplab_outside;

struct timespec;
// Time that an exploration's threads see begins at a fixed date, so that none is negative or near to zero.
#define oplab_epoch 1000000000000000000u
#define oplab_never UINT64_MAX
__attribute__((visibility("hidden"))) uint64_t oplab_deadline(const struct timespec *time);
// What is none is refused.
static inline bool has_nanoseconds(const struct timespec *time) {
    return time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

// What a thread that releases `address` has done before is known to one that acquires it after (CScheduleInstrumentation).
__attribute__((visibility("hidden"))) void oplab_note_release(const void *address);
__attribute__((visibility("hidden"))) void oplab_note_acquire(const void *address);

// Forgets what other threads have done to variables on the calling thread's stack, from its caller's on. Those that were given one have
// ended.
__attribute__((visibility("hidden"))) void oplab_forget_stack(void);
// Forgets what others have released at an address that is a new thing's now.
__attribute__((visibility("hidden"))) void oplab_forget_address(const void *address);

// Whether a time has come. Who waits for ever doesn't ask for the time, on which anything may depend.
#define has_come(hooks, deadline) ((deadline) != oplab_never && IN_HOOK((hooks)->now()) >= (deadline))

// When to look again for what nobody announces: later and later, and at last never. `pause` is 0 at first.
__attribute__((visibility("hidden"))) uint64_t oplab_next_look(hooks_pointer hooks, uint64_t *pause, uint64_t deadline);

#endif
#endif
