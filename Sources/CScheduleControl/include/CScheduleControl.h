// What an exploration needs of the machine, and of the program that it explores. No other program holds it.
#ifndef OPERATIONLAB_CSCHEDULECONTROL_H
#define OPERATIONLAB_CSCHEDULECONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "CPlatform.h"
#include "Carriers.h"
#include "Crashes.h"
#include "SleeperStack.h"

/// Sets the hooks, which have to stay where they are; null takes them away. False if the program holds nothing that
/// would call them (the product ScheduleInterposition).
bool oplab_set_interposition(const struct oplab_interposition_hooks *_Nullable hooks);

/// Whether calls of Dispatch come to what calls the hooks first. If the program only links it, they may not.
bool oplab_interposes_dispatch(void);

/// Null if the program wasn't compiled for ThreadSanitizer, or holds no ScheduleInterposition.
const struct oplab_instrumentation *_Nullable oplab_find_instrumentation(void);

/// The address of the actor, or of another serial executor, that the calling thread has: Swift's runtime knows. 0 if it has none.
uintptr_t oplab_current_executor(void);

/// The addresses behind the calls that the calling thread is in, from the innermost; how many there are, of at most `most`.
int32_t oplab_call_stack(uint64_t *_Nonnull addresses, int32_t most);

/// Where an address lies: the object's file and beginning, and the exported symbol that it is in, if it is in one.
struct oplab_symbol {
    const char *_Nullable file;
    const char *_Nullable name;
    uint64_t base;
};

/// False if no object is there.
bool oplab_find_symbol(uint64_t address, struct oplab_symbol *_Nonnull symbol);

#endif
