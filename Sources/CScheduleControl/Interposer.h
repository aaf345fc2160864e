// What the files of this target share.
#ifndef OPERATIONLAB_INTERPOSER_H
#define OPERATIONLAB_INTERPOSER_H

#include "InterpositionHooks.h"

typedef void (*interpose_function)(const struct oplab_interposition_hooks *);

// The function by which the interposer is given its hooks; null if the program holds none.
__attribute__((visibility("hidden"))) interpose_function oplab_find_interposer(void);

#endif
