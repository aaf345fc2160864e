// A sleep in the kernel, which nothing takes the place of.
#ifndef OPERATIONLAB_KERNEL_FUTEX_H
#define OPERATIONLAB_KERNEL_FUTEX_H

#define _GNU_SOURCE
#include <linux/futex.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static inline void kernel_wait(void *address, uint32_t expected) {
    syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, NULL, NULL, 0);
}

static inline void kernel_wait_for(void *address, uint32_t expected, uint64_t nanoseconds) {
    struct timespec time = {(time_t)(nanoseconds / 1000000000u), (long)(nanoseconds % 1000000000u)};
    syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, &time, NULL, 0);
}

static inline void kernel_wake_one(void *address) { syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }

#endif
