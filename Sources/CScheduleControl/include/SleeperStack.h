// The calls that another thread of this process sleeps in.
#ifndef OPERATIONLAB_SLEEPER_STACK_H
#define OPERATIONLAB_SLEEPER_STACK_H

#include <stdint.h>

/// Asks a sleeping thread for its call stack: the addresses behind the calls, from the innermost. Returns their number, at most `most`.
/// `thread` is the kernel's number.
///
/// Returns 0 if the thread doesn't answer within a second, as when it blocks SIGPROF, if its stack can't be read, or if the program has
/// a handler for SIGPROF. The thread is sent that signal, which Dispatch's threads don't block: some waits of the kernel return early by it.
/// The handler stays. Called by one thread at a time.
int32_t oplab_sleeper_stack(int32_t thread, uint64_t *_Nonnull addresses, int32_t most);

#endif
