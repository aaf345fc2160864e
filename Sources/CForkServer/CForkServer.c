#define _GNU_SOURCE
#include "CForkServer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

// All of it is used before `main`, by the one thread that there is.
static char request[4096];
static bool is_forked;
static char input[2 * sizeof request];
static size_t input_count;
/// The end of what the process wrote to its standard error: at least the last half of this, if it wrote so much.
static char errors[2 * 65536];
static size_t error_count;

const char *oplab_forked_request(void) { return is_forked ? request : NULL; }

static bool is_instrumented(void) {
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return true;
#endif
#endif
    return false;
}

/// The folder has a link for each thread, and two more.
static bool has_one_thread(void) {
    struct stat tasks;
    return stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink == 3;
}

static void answer(const char *text, size_t count) {
    while (count > 0) {
        ssize_t written = write(STDOUT_FILENO, text, count);
        if (written < 0 && errno != EINTR) _exit(1);
        if (written > 0) text += written, count -= (size_t)written;
    }
}

static void answer_number(const char *word, int number, char end) {
    char line[64];
    answer(line, (size_t)snprintf(line, sizeof line, "%s %d%c", word, number, end));
}

/// The next line of standard input, into `line`; false if no whole one has been read.
static bool take_line(char line[sizeof request]) {
    char *end = memchr(input, '\n', input_count);
    if (end == NULL || (size_t)(end - input) >= sizeof request) return false;
    size_t length = (size_t)(end - input);
    memcpy(line, input, length);
    line[length] = 0;
    input_count -= length + 1;
    memmove(input, end + 1, input_count);
    return true;
}

/// Reads more of standard input; ends the process at its end, and if a line is too long.
static void read_input(void) {
    if (input_count == sizeof input) _exit(64);
    ssize_t count;
    do count = read(STDIN_FILENO, input + input_count, sizeof input - input_count); while (count < 0 && errno == EINTR);
    if (count <= 0) _exit(0);
    input_count += (size_t)count;
}

/// Reads more of what the process writes to its standard error; false at the end.
static bool read_errors(int descriptor) {
    if (error_count == sizeof errors) {
        error_count = sizeof errors / 2;
        memmove(errors, errors + error_count, error_count);
    }
    ssize_t count;
    do count = read(descriptor, errors + error_count, sizeof errors - error_count); while (count < 0 && errno == EINTR);
    if (count > 0) error_count += (size_t)count;
    return count > 0;
}

/// The process that a line asks to kill; 0 if it is a request.
static pid_t process_to_kill(const char *line) { return strncmp(line, "kill ", 5) == 0 ? (pid_t)atoi(line + 5) : 0; }

/// Waits for the process, and says how it has ended. Whoever has its standard error has to end, too.
static void follow(pid_t process, int descriptor) {
    error_count = 0;
    for (bool isOpen = true; isOpen;) {
        struct pollfd both[] = {{.fd = descriptor, .events = POLLIN}, {.fd = STDIN_FILENO, .events = POLLIN}};
        if (poll(both, 2, -1) < 0) continue;
        if (both[0].revents != 0) isOpen = read_errors(descriptor);
        if (both[1].revents != 0) {
            char line[sizeof request];
            read_input();
            // Not reaped yet, so the number is its own.
            while (take_line(line)) if (process_to_kill(line) == process) kill(process, SIGKILL);
        }
    }
    close(descriptor);
    int status;
    while (waitpid(process, &status, 0) < 0) if (errno != EINTR) _exit(71);
    if (WIFSIGNALED(status)) answer_number("signalled", WTERMSIG(status), ' ');
    else answer_number("exited", WEXITSTATUS(status), ' ');
    for (size_t index = 0; index < error_count; index++) if (errors[index] == '\n') errors[index] = 0x1E;
    answer(errors, error_count);
    answer("\n", 1);
}

/// Returns in each process that is forked.
__attribute__((constructor)) static void serve_if_asked(void) {
    if (getenv("OPERATIONLAB_FORK_SERVER") == NULL) return;
    unsetenv("OPERATIONLAB_FORK_SERVER");
    if (is_instrumented() || !has_one_thread()) return;
    answer("ready\n", 6);
    while (true) {
        while (!take_line(request)) read_input();
        // It came too late.
        if (process_to_kill(request) != 0) continue;
        int descriptors[2];
        if (pipe2(descriptors, O_CLOEXEC) != 0) _exit(71);
        pid_t process = fork();
        if (process < 0) _exit(71);
        if (process > 0) {
            close(descriptors[1]);
            follow(process, descriptors[0]);
            continue;
        }
        int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
        if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(descriptors[1], STDERR_FILENO) < 0) _exit(71);
        close(nothing);
        close(descriptors[0]);
        close(descriptors[1]);
        answer_number("began", getpid(), '\n');
        is_forked = true;
        return;
    }
}
