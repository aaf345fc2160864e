// The runtime tells of no order between the resume of a continuation and an await that comes after it. A checked continuation does
// both inside the runtime's library, where nothing can be seen but the calls of the program: of `withCheckedContinuation`, and of
// `resume`. So a task that has made one knows, from the next function that it enters, what those have done that have resumed any.
#include "Forwarding.h"

#if OPLAB_INTERPOSES && !defined(__x86_64__)
const char *const oplab_functions_of_continuations[] = {0};
#elif OPLAB_INTERPOSES
#define WITH "$ss23withCheckedContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5NeverOGXEtYalF"
#define WITH_THROWING "$ss31withCheckedThrowingContinuation9isolation8function_xScA_pSgYi_SSyScCyxs5Error_pGXEtYaKlF"
#define RESUME "$sScC6resume9returningyxn_tF"
#define RESUME_THROWING "$sScC6resume8throwingyq_n_tF"

const char *const oplab_functions_of_continuations[] = {WITH, WITH_THROWING, RESUME, RESUME_THROWING, 0};

NOTED(oplab_noted_with, WITH, oplab_note_continuation())
NOTED(oplab_noted_with_throwing, WITH_THROWING, oplab_note_continuation())
NOTED(oplab_noted_resume, RESUME, oplab_note_resume())
NOTED(oplab_noted_resume_throwing, RESUME_THROWING, oplab_note_resume())
#endif
