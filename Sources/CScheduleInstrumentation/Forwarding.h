// Functions of the runtime that are noted and not replaced: whatever they are called with is passed on.
#ifndef OPLAB_FORWARDING_H
#define OPLAB_FORWARDING_H
#include "Clocks.h"

#if OPLAB_INTERPOSES && defined(__x86_64__)
#include <dlfcn.h>

// Calls `note`, which returns the function that this one takes the place of, and continues there with what the caller has passed.
#define FORWARD(name, note) \
    __asm__(".text\n.globl \"" name "\"\n.type \"" name "\", @function\n\"" name "\":\n" \
            "pushq %rdi\npushq %rsi\npushq %rdx\npushq %rcx\npushq %r8\npushq %r9\npushq %rax\npushq %r10\npushq %r11\n" \
            "callq " #note "\nmovq %rax, %r11\naddq $8, %rsp\n" \
            "popq %r10\npopq %rax\npopq %r9\npopq %r8\npopq %rcx\npopq %rdx\npopq %rsi\npopq %rdi\njmpq *%r11\n")

#define NOTED(function, name, action) \
    HIDDEN void *function(void); \
    void *function(void) { \
        static void *known = 0; \
        action; \
        return oplab_next_of(&known, name); \
    } \
    FORWARD(name, function);
#endif
#endif
