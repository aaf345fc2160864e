// Crashes of a program in a schedule that an exploration controls.
#ifndef OPERATIONLAB_CRASHES_H
#define OPERATIONLAB_CRASHES_H

#include <stdbool.h>
#include <stdint.h>

/// Until `oplab_release_crashes`, calls `take` when a thread that an exploration controls is about to end the process by a signal:
/// a bad access, a trap, an abort. It is called in the handler of the signal, on that thread.
///
/// If `take` returns true, the thread stays for ever, once `oplab_note_crash_reported` was called. Without that call within half a
/// minute, and if `take` returns false, the process ends as it would have without this.
void oplab_catch_crashes(
    bool (*_Nonnull take)(void *_Nonnull context, int32_t signal), void *_Nonnull context);

void oplab_release_crashes(void);

/// The last crash was reported.
void oplab_note_crash_reported(void);

/// Where the last crash was: the addresses behind the calls, from the innermost; how many there are, of at most `most`.
int32_t oplab_crash_stack(uint64_t *_Nonnull addresses, int32_t most);

#endif
