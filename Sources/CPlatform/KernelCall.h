// Calls of the kernel that the interposer doesn't see, and that write no errno: a variable of the thread, whose code may run elsewhere by
// now.
#ifndef OPERATIONLAB_KERNEL_CALL_H
#define OPERATIONLAB_KERNEL_CALL_H

#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

// The result, or the number of the error, negated.
static inline long call_kernel(long number, long a, long b, long c, long d) {
#if defined(__x86_64__)
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = 0;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8)
                     : "rcx", "r11", "memory");
    return result;
#elif defined(__aarch64__)
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    register long x3 __asm__("x3") = d;
    register long x4 __asm__("x4") = 0;
    __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4) : "memory");
    return x0;
#else
    long result = syscall(number, a, b, c, d, 0L);
    return result == -1 ? -errno : result;
#endif
}

static inline void kernel_wait(void *address, uint32_t expected) {
    call_kernel(SYS_futex, (long)address, FUTEX_WAIT_PRIVATE, (long)expected, 0);
}

static inline void kernel_wait_for(void *address, uint32_t expected, uint64_t nanoseconds) {
    struct timespec time = {(time_t)(nanoseconds / 1000000000u), (long)(nanoseconds % 1000000000u)};
    call_kernel(SYS_futex, (long)address, FUTEX_WAIT_PRIVATE, (long)expected, (long)&time);
}

static inline void kernel_wake_one(void *address) { call_kernel(SYS_futex, (long)address, FUTEX_WAKE_PRIVATE, 1, 0); }

#endif
