#define _GNU_SOURCE
#include "CForkServer.h"
#include "CPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// All of it is used by the one thread that there is, before the constructors of the libraries. They would note the number of
// that thread, which is another in a process that is forked.

static char line[4096];
static char *request;
static char input[2 * sizeof line];
static size_t input_count;
/// The end of what the process wrote to its standard error: at least the last half of this, if it wrote so much.
static char errors[2 * 65536];
static size_t error_count;

const char *oplab_forked_request(void) { return request; }

#ifndef OPLAB_SANITIZED

static void answer(const char *text, size_t count) {
    if (!oplab_write_all(STDOUT_FILENO, text, (int64_t)count)) _exit(1);
}

static void answer_word(const char *word) { answer(word, strlen(word)); }

static void answer_number(int number) {
    char digits[12];
    size_t begin = sizeof digits;
    do {
        digits[--begin] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    answer(digits + begin, sizeof digits - begin);
}

/// Reads more behind the first `*count` bytes of a buffer; false if there is nothing.
static bool read_more(int descriptor, char *buffer, size_t size, size_t *count) {
    ssize_t more;
    do {
        more = read(descriptor, buffer + *count, size - *count);
    } while (more < 0 && errno == EINTR);
    if (more > 0) *count += (size_t)more;
    return more > 0;
}

/// Takes the next line of standard input out of what was read; false if no whole one was.
static bool take_line(void) {
    char *end = memchr(input, '\n', input_count);
    if (end == NULL) return false;
    size_t length = (size_t)(end - input);
    if (length >= sizeof line) _exit(64);
    memcpy(line, input, length);
    line[length] = 0;
    input_count -= length + 1;
    memmove(input, end + 1, input_count);
    return true;
}

/// Reads more of standard input; false at its end. Ends the server if a line is too long.
static bool read_input(void) {
    if (input_count == sizeof input) _exit(64);
    return read_more(STDIN_FILENO, input, sizeof input, &input_count);
}

/// Reads more of what the process has written to its standard error; false if there is nothing.
static bool read_errors(int descriptor) {
    if (error_count == sizeof errors) {
        error_count = sizeof errors / 2;
        memmove(errors, errors + error_count, error_count);
    }
    return read_more(descriptor, errors, sizeof errors, &error_count);
}

static bool asks_to_kill(pid_t process) {
    return strncmp(line, "kill ", 5) == 0 && (pid_t)atoi(line + 5) == process;
}

/// Waits until the process has ended, and collects its standard error.
static void follow(pid_t process, int descriptor) {
    int end = (int)syscall(SYS_pidfd_open, process, 0);
    if (end < 0) _exit(71);
    error_count = 0;
    bool is_open = true;
    while (true) {
        struct pollfd all[] = {
            {.fd = end, .events = POLLIN},
            {.fd = STDIN_FILENO, .events = POLLIN},
            {.fd = is_open ? descriptor : -1, .events = POLLIN},
        };
        if (poll(all, 3, -1) < 0) continue;
        if (all[2].revents != 0) is_open = read_errors(descriptor);
        if (all[0].revents != 0) break;
        if (all[1].revents == 0) continue;
        if (!read_input()) {
            kill(-process, SIGKILL);
            _exit(0);
        }
        // It isn't reaped yet, so the number is its own.
        while (take_line()) {
            if (asks_to_kill(process)) kill(-process, SIGKILL);
        }
    }
    close(end);
    // Others of its group may write on, and those outside may hold the descriptor.
    kill(-process, SIGKILL);
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    while (read_errors(descriptor)) {}
    close(descriptor);
}

static void report_end(pid_t process) {
    int status;
    while (waitpid(process, &status, 0) < 0) {
        if (errno != EINTR) _exit(71);
    }
    // Its last line may have no end.
    answer_word(WIFSIGNALED(status) ? "\nsignalled " : "\nexited ");
    answer_number(WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    for (size_t index = 0; index < error_count; index++) {
        if (errors[index] == '\n') errors[index] = 0x1E;
    }
    answer_word(" ");
    answer(errors, error_count);
    answer_word("\n");
}

/// The process that was forked: prepares what it inherits.
static void begin(pid_t server, int descriptor) {
    // It must not outlive the server.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != server || setpgid(0, 0) != 0) _exit(71);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(descriptor, STDERR_FILENO) < 0) _exit(71);
    close(nothing);
    close(descriptor);
    answer_word("began ");
    answer_number(getpid());
    answer_word("\n");
    request = line + strlen("fork ");
}

/// Removes the variable from the environment; false if it isn't there.
static bool take_variable(char **environment) {
    static const char name[] = "OPERATIONLAB_FORK_SERVER=";
    while (*environment != NULL && strncmp(*environment, name, sizeof name - 1) != 0) environment++;
    if (*environment == NULL) return false;
    do environment[0] = environment[1]; while (*environment++ != NULL);
    return true;
}

/// Returns in each process that is forked.
static void serve_if_asked(int count, char **arguments, char **environment) {
    (void)count, (void)arguments;
    if (!take_variable(environment)) return;
    pid_t server = getpid();
    answer_word("ready\n");
    while (true) {
        while (!take_line()) {
            if (!read_input()) _exit(0);
        }
        // Others came too late.
        if (strncmp(line, "fork ", 5) != 0) continue;
        int descriptors[2];
        if (pipe2(descriptors, O_CLOEXEC) != 0) _exit(71);
        pid_t process = fork();
        if (process < 0) _exit(71);
        if (process == 0) {
            close(descriptors[0]);
            return begin(server, descriptors[1]);
        }
        close(descriptors[1]);
        // Both do, so that whoever is first needn't wait for the other.
        setpgid(process, process);
        follow(process, descriptors[0]);
        report_end(process);
    }
}

__attribute__((section(".preinit_array"), used)) static void (*const serve_first)(int, char **, char **) = serve_if_asked;

#endif
