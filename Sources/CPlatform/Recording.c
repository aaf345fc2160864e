// Records the operations of a program whose environment asks for it.
#define _GNU_SOURCE
#include "Tracing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void oplab_trace_record_if_asked(void) {
    const char *folder = secure_getenv("OPERATIONLAB_RECORD");
    if (!folder) return;
    if (oplab_is_tracing()) {
        fputs("OperationLab can't record the operations: a trace of this process is recorded already\n", stderr);
        return;
    }
    const char *events = secure_getenv("OPERATIONLAB_RECORD_EVENTS");
    char path[4096];
    int error = EEXIST;
    // A process that executes another program keeps its number.
    for (int program = 1; error == EEXIST && program < 100; program++) {
        int length = snprintf(path, sizeof path, "%s/%d-%d.trace", folder, (int)getpid(), program);
        error = length < (int)sizeof path ? 0 : ENAMETOOLONG;
        if (!error) error = oplab_trace_record(path, events ? strtoull(events, NULL, 10) : 1000000);
    }
    if (error) {
        fprintf(
            stderr, "OperationLab can't record the operations in %s: %s. Record fewer events, or set TMPDIR to another folder.\n",
            path, strerror(error));
    }
}
