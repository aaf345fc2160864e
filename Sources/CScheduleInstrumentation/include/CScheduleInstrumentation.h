// Takes the place of ThreadSanitizer's runtime in a program that explores: its atomic accesses become choice points, and its
// plain ones are judged for data races. For programs whose Swift code was compiled with `-sanitize=thread` and not linked to
// ThreadSanitizer's own runtime (scripts/explore-package).
#ifndef OPERATIONLAB_CSCHEDULEINSTRUMENTATION_H
#define OPERATIONLAB_CSCHEDULEINSTRUMENTATION_H
#endif
