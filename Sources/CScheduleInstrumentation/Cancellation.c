// A cancel reaches a task and the tasks below it, and each of them may look at any time whether it is cancelled. The runtime tells
// nobody. So the step in which a task is cancelled is taken to conflict with all others.
//
// Not seen: the cancels with which the runtime's own library ends a group whose body, or a discarding group of which a task, has
// thrown. On another processor nothing is seen, and the explorer leaves nothing out.
#include "Forwarding.h"

#if OPLAB_INTERPOSES && !defined(__x86_64__)
const char *const oplab_functions_of_cancellation[] = {0};
#elif OPLAB_INTERPOSES
#define CANCEL "$sScT6cancelyyF"
#define CANCEL_CURRENT "$sSct6cancelyyF"
#define CANCEL_GROUP "$sScG9cancelAllyyF"
#define CANCEL_THROWING_GROUP "$sScg9cancelAllyyF"
#define CANCEL_DISCARDING_GROUP "$ss19DiscardingTaskGroupV9cancelAllyyF"
#define CANCEL_THROWING_DISCARDING_GROUP "$ss27ThrowingDiscardingTaskGroupV9cancelAllyyF"
#define CANCEL_BY_ITERATOR "$sScG8IteratorV6cancelyyF"
#define CANCEL_BY_THROWING_ITERATOR "$sScg8IteratorV6cancelyyF"
// The scope of an `async let` ends, which cancels its task.
#define FINISH_LET "swift_asyncLet_finish"

const char *const oplab_functions_of_cancellation[] = {
    CANCEL, CANCEL_CURRENT, CANCEL_GROUP, CANCEL_THROWING_GROUP, CANCEL_DISCARDING_GROUP, CANCEL_THROWING_DISCARDING_GROUP,
    CANCEL_BY_ITERATOR, CANCEL_BY_THROWING_ITERATOR, FINISH_LET, 0,
};

NOTED(oplab_noted_cancel, CANCEL, oplab_note_cancel())
NOTED(oplab_noted_cancel_current, CANCEL_CURRENT, oplab_note_cancel())
NOTED(oplab_noted_cancel_group, CANCEL_GROUP, oplab_note_cancel())
NOTED(oplab_noted_cancel_throwing, CANCEL_THROWING_GROUP, oplab_note_cancel())
NOTED(oplab_noted_cancel_discarding, CANCEL_DISCARDING_GROUP, oplab_note_cancel())
NOTED(oplab_noted_cancel_throwing_discarding, CANCEL_THROWING_DISCARDING_GROUP, oplab_note_cancel())
NOTED(oplab_noted_cancel_by_iterator, CANCEL_BY_ITERATOR, oplab_note_cancel())
NOTED(oplab_noted_cancel_by_throwing_iterator, CANCEL_BY_THROWING_ITERATOR, oplab_note_cancel())
NOTED(oplab_noted_finish_let, FINISH_LET, oplab_note_cancel())
#endif
