// A cancel reaches a task and the tasks below it, and each of them may look at any time whether it is cancelled. The runtime tells
// nobody. So the step in which a task is cancelled is taken to conflict with all others.
//
// Not seen: the cancels with which the runtime's own library ends a group whose body, or a discarding group of which a task, has
// thrown. On another processor nothing is seen, and the explorer leaves nothing out.
#include "Forwarding.h"

#if OPLAB_INTERPOSES && !defined(__x86_64__)
const char *const oplab_functions_of_cancellation[] = {0};
#elif OPLAB_INTERPOSES
// By a task, by the current one, and by groups of the four kinds and their iterators; and by the end of the scope of an `async let`.
#define CANCELS(one) \
    one(oplab_noted_cancel, "$sScT6cancelyyF") \
    one(oplab_noted_cancel_of_current, "$sSct6cancelyyF") \
    one(oplab_noted_cancel_of_group, "$sScG9cancelAllyyF") \
    one(oplab_noted_cancel_of_throwing_group, "$sScg9cancelAllyyF") \
    one(oplab_noted_cancel_of_discarding_group, "$ss19DiscardingTaskGroupV9cancelAllyyF") \
    one(oplab_noted_cancel_of_throwing_discarding_group, "$ss27ThrowingDiscardingTaskGroupV9cancelAllyyF") \
    one(oplab_noted_cancel_by_iterator, "$sScG8IteratorV6cancelyyF") \
    one(oplab_noted_cancel_by_throwing_iterator, "$sScg8IteratorV6cancelyyF") \
    one(oplab_noted_finish_of_let, "swift_asyncLet_finish")

#define NAME(function, name) name,
const char *const oplab_functions_of_cancellation[] = {CANCELS(NAME) 0};

#define NOTED_CANCEL(function, name) NOTED(function, name, oplab_note_cancel())
CANCELS(NOTED_CANCEL)
#endif
