// The calls in which a signal has interrupted a thread.
#ifndef OPERATIONLAB_CRASH_STACK_H
#define OPERATIONLAB_CRASH_STACK_H

#include <signal.h>

// Call it once outside of a handler: the first call loads a library, which a handler can't.
void oplab_prepare_crash_stack(void);

// Call it first in the handler of each signal that may come during `oplab_take_crash_stack`: where it does, this doesn't return.
void oplab_end_faulty_unwinding(void);

// In a handler of a signal: the addresses behind the calls, from the innermost; how many there are. The handler is to be installed with
// SA_NODEFER, as the unwinder itself faults where the stack is damaged.
int oplab_take_crash_stack(const siginfo_t *info, void *context, void **addresses, int most);

// The same for a signal that isn't a crash; 0 if the unwinder doesn't come to where the thread was. It may fault if the stack is damaged.
int oplab_take_interrupted_stack(const siginfo_t *info, void *context, void **addresses, int most);

#endif
