#define _GNU_SOURCE
#include "CPlatform.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include <sched.h>
#include <sys/syscall.h>

_Thread_local void *oplab_thread_context = 0;
_Thread_local void *oplab_thread_executor = 0;
_Thread_local void *oplab_thread_controller = 0;

bool oplab_is_main_thread(void) {
    return syscall(SYS_gettid) == getpid();
}

__attribute__((noinline)) uint64_t oplab_stack_address(void) {
    return (uint64_t)(uintptr_t)__builtin_frame_address(0);
}

int32_t oplab_thread_id(void) {
    static _Thread_local int32_t known;
    if (known == 0) known = (int32_t)syscall(SYS_gettid);
    return known;
}

int32_t oplab_processor_count(void) {
    cpu_set_t allowed;
    // Of the first thread: another may be bound to one processor by itself.
    if (sched_getaffinity(getpid(), sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
    return (int32_t)sysconf(_SC_NPROCESSORS_ONLN);
}

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t oplab_monotonic_nanoseconds(void) { return nanoseconds(CLOCK_MONOTONIC); }
uint64_t oplab_process_cpu_nanoseconds(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }
uint64_t oplab_thread_cpu_nanoseconds(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

struct thread_start {
    void (*body)(void *);
    void *argument;
};

static void *run_thread(void *start) {
    struct thread_start copy = *(struct thread_start *)start;
    free(start);
    copy.body(copy.argument);
    return 0;
}

int32_t oplab_start_thread(void (*body)(void *), void *argument, uint64_t stack_size) {
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error != 0) return error;
    // Detached from the beginning. AddressSanitizer takes note of that here only: it would remember for good the kernel's
    // number of a thread that is detached later, and look for leaks without the stack of whoever gets that number next.
    error = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (error == 0 && stack_size > 0) error = pthread_attr_setstacksize(&attributes, stack_size);
    struct thread_start *start = malloc(sizeof *start);
    *start = (struct thread_start){body, argument};
    pthread_t thread;
    if (error == 0) error = pthread_create(&thread, &attributes, run_thread, start);
    if (error != 0) free(start);
    pthread_attr_destroy(&attributes);
    return error;
}

// Not nanosleep, whose place an exploration takes.
void oplab_pause(uint64_t nanoseconds) {
    struct timespec time = {(time_t)(nanoseconds / 1000000000u), (long)(nanoseconds % 1000000000u)};
    syscall(SYS_nanosleep, &time, NULL);
}

int32_t oplab_current_processor(void) { return sched_getcpu(); }

bool oplab_stay_on_processor(int32_t processor) {
    if (processor < 0) return false;
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(processor, &only);
    return sched_setaffinity(0, sizeof only, &only) == 0;
}

int32_t oplab_allowed_processor(int32_t index) {
    cpu_set_t allowed;
    if (sched_getaffinity(getpid(), sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) == 0) return -1;
    int32_t left = index % CPU_COUNT(&allowed);
    for (int32_t processor = 0; processor < CPU_SETSIZE; processor++) {
        if (CPU_ISSET(processor, &allowed) && left-- == 0) return processor;
    }
    return -1;
}

void oplab_leave_processor(void) {
    cpu_set_t allowed;
    if (sched_getaffinity(getpid(), sizeof allowed, &allowed) == 0) sched_setaffinity(0, sizeof allowed, &allowed);
}

bool oplab_bind_process(int32_t processor) {
    if (processor < 0) return false;
    cpu_set_t only;
    CPU_ZERO(&only);
    CPU_SET(processor, &only);
    // A thread begins where the one that makes it may run: once a round finds all bound, those to come are, too.
    for (bool found = true; found;) {
        found = false;
        DIR *tasks = opendir("/proc/self/task");
        if (tasks == NULL) return false;
        for (struct dirent *entry; (entry = readdir(tasks)) != NULL;) {
            pid_t thread = (pid_t)atoi(entry->d_name);
            cpu_set_t current;
            if (thread <= 0 || sched_getaffinity(thread, sizeof current, &current) != 0) continue;
            if (CPU_EQUAL(&current, &only)) continue;
            found = true;
            if (sched_setaffinity(thread, sizeof only, &only) != 0 && errno != ESRCH) {
                closedir(tasks);
                return false;
            }
        }
        closedir(tasks);
    }
    return true;
}

int32_t oplab_terminal_columns(int32_t descriptor) {
    struct winsize size;
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static void watch_reader(void *argument) {
    struct pollfd descriptor = {.fd = (int)(intptr_t)argument};
    // Nothing is asked for, so it returns only when there is nobody to read.
    while (poll(&descriptor, 1, -1) < 0 && errno == EINTR) {}
    // Whatever it has started is in its group, if that is its own.
    if (getpgrp() == getpid()) kill(0, SIGKILL);
    _exit(1);
}

bool oplab_end_with_reader(int32_t descriptor) {
    int error = oplab_start_thread(watch_reader, (void *)(intptr_t)descriptor, 0);
    if (error != 0) errno = error;
    return error == 0;
}

int32_t oplab_begin_answering(void) {
    // A Ctrl-C reaches every process of the terminal; this one ends when the one that started it says so.
    signal(SIGINT, SIG_IGN);
    int32_t answers = dup(STDOUT_FILENO);
    if (answers < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return -1;
    return oplab_end_with_reader(answers) ? answers : -1;
}

bool oplab_write_all(int32_t descriptor, const void *bytes, int64_t count) {
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, (size_t)count);
        // Another program that has the same terminal or pipe open may have made it non-blocking.
        if (written < 0 && errno == EAGAIN) poll(&(struct pollfd){.fd = descriptor, .events = POLLOUT}, 1, -1);
        else if (written < 0 && errno != EINTR) return false;
        if (written > 0) {
            bytes = (const char *)bytes + written;
            count -= written;
        }
    }
    return true;
}

static inline void finish_what_was_begun(void) {
#if defined(__x86_64__)
    __asm__ volatile("lfence" ::: "memory");
#elif defined(__aarch64__)
    __asm__ volatile("dsb sy\n\tisb" ::: "memory");
#endif
}

void oplab_slow_down(int64_t steps) {
    uint64_t a = 1, b = 2, c = 3, d = 4;
    finish_what_was_begun();
    for (; steps > 0; steps--) {
        a++, b++, c++, d++;
        __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
    }
    finish_what_was_begun();
}

bool oplab_is_sanitized(void) {
#ifdef OPLAB_SANITIZED
    return true;
#else
    return false;
#endif
}

#ifdef OPLAB_TSAN
void __tsan_acquire(void *address);
void __tsan_release(void *address);
void oplab_tsan_acquire(const void *address) { __tsan_acquire((void *)address); }
void oplab_tsan_release(const void *address) { __tsan_release((void *)address); }

// From here on what the sanitizer's runtime lets a debugger ask (its tsan_interface.h and tsan_debugging.cpp).
int __tsan_get_report_data(
    void *report, const char **description, int *count, int *stacks, int *accesses, int *locations, int *mutexes,
    int *threads, int *unique_threads, void **sleep_trace, unsigned long trace_size);
int __tsan_get_report_mop(
    void *report, unsigned long index, int *thread, void **address, int *size, int *write, int *atomic, void **trace,
    unsigned long trace_size);

static uintptr_t watched_begin, watched_end;
static uint64_t watched_reports;

bool oplab_is_under_tsan(void) { return true; }

void oplab_tsan_watch(const void *address, uint64_t size) {
    __atomic_store_n(&watched_reports, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&watched_begin, (uintptr_t)address, __ATOMIC_RELAXED);
    __atomic_store_n(&watched_end, (uintptr_t)address + size, __ATOMIC_RELAXED);
}

uint64_t oplab_tsan_watched_reports(void) { return __atomic_load_n(&watched_reports, __ATOMIC_RELAXED); }

// Called by the runtime for each report that no suppression hides, on the thread of the second access, before that goes
// on. It must not be looked at itself.
__attribute__((disable_sanitizer_instrumentation)) void __tsan_on_report(void *report) {
    const char *description;
    int count, stacks, accesses, locations, mutexes, threads, unique_threads;
    void *trace[1];
    __tsan_get_report_data(
        report, &description, &count, &stacks, &accesses, &locations, &mutexes, &threads, &unique_threads, trace, 1);
    for (int index = 0; index < accesses; index++) {
        int thread, size, write, atomic;
        void *address;
        __tsan_get_report_mop(report, (unsigned long)index, &thread, &address, &size, &write, &atomic, trace, 1);
        if ((uintptr_t)address < watched_begin || (uintptr_t)address >= watched_end) continue;
        __atomic_fetch_add(&watched_reports, 1, __ATOMIC_RELAXED);
        return;
    }
}
#else
void oplab_tsan_acquire(const void *address) { (void)address; }
void oplab_tsan_release(const void *address) { (void)address; }
bool oplab_is_under_tsan(void) { return false; }
void oplab_tsan_watch(const void *address, uint64_t size) {
    (void)address;
    (void)size;
}
uint64_t oplab_tsan_watched_reports(void) { return 0; }
#endif
