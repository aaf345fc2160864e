// Crashes of a program in a schedule that an exploration controls.
#ifndef OPERATIONLAB_CRASHES_H
#define OPERATIONLAB_CRASHES_H

#include <stdbool.h>
#include <stdint.h>

/// Until `oplab_release_crashes`, calls `take` when a thread that an exploration controls is about to end the process by a signal:
/// a bad access, a trap, an abort. It is called in the handler of the signal, on that thread. If it returns true, `hand_over`
/// follows, once `oplab_crash_stack` knows of this crash.
///
/// The thread then stays for ever, if `oplab_note_crash_reported` is called within a minute. If not, and if `take` returns false,
/// the handler that was there before has the signal. A handler that the program has of its own, by which it goes on, is not asked.
void oplab_catch_crashes(
    bool (*_Nonnull take)(void *_Nonnull context, int32_t signal), void (*_Nonnull hand_over)(void *_Nonnull context),
    void *_Nonnull context);

void oplab_release_crashes(void);

/// The last crash was reported.
void oplab_note_crash_reported(void);

/// Where the last crash was: the addresses behind the calls, from the innermost; how many there are, of at most `most`.
int32_t oplab_crash_stack(uint64_t *_Nonnull addresses, int32_t most);

#endif
