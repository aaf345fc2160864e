#ifndef C_FORK_SERVER_H
#define C_FORK_SERVER_H

// A program that is started with the environment variable OPERATIONLAB_FORK_SERVER becomes a fork server, after it is loaded and
// before anything of it has run: it reads requests from standard input, a line each, and forks a process for each, one after the
// other. So the program is loaded once for all. (Zalewski, *Fuzzing random programs without execve()*, 2014.)
//
// The processes have the same addresses. Each begins with the constructors of its libraries, and so has its own seed of hashes.
//
// Standard input has these lines:
//   fork REQUEST              forks a process
//   kill PROCESS              kills that process with its group, if it is the one that runs
// The end of standard input ends the server and its process.
//
// Standard output has these lines:
//   ready                     at the start
//   began PROCESS             a process has begun; what it writes to its standard output follows
//   exited STATUS ERRORS      after a line feed: it has exited, and this is the end of its standard error, with 0x1E for line feeds
//   signalled SIGNAL ERRORS   the same, if a signal has ended it
//
// What is left of the process's group when it has ended is killed. A program that a sanitizer instruments goes on without serving.

/// The request for which this process was forked; null if it was started.
const char *_Nullable oplab_forked_request(void);

#endif
