#ifndef C_FORK_SERVER_H
#define C_FORK_SERVER_H

// A program that is started with the environment variable OPERATIONLAB_FORK_SERVER becomes a fork server before its `main`: it
// reads requests from standard input, a line each, and forks a process for each, one after the other. So each process is as new as
// one that was started, and the program is loaded once. (Zalewski, *Fuzzing random programs without execve()*, 2014.)
//
// Its standard output has these lines:
//   ready                     at the start
//   began PROCESS             a process has begun; what it writes to its standard output follows
//   exited STATUS ERRORS      it has exited, and this is the end of what it wrote to its standard error, its line feeds as 0x1E
//   signalled SIGNAL ERRORS   a signal has ended it
// The line `kill PROCESS` on standard input kills that process, if it is the one that runs. The end of standard input ends the server.
//
// A program that a sanitizer instruments, or that has several threads before `main`, goes on without serving.

/// The request for which this process was forked; null if it was started.
const char *_Nullable oplab_forked_request(void);

#endif
