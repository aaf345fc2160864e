// Reserves the standard streams of a tool before the runtime opens files.
#ifndef OPERATIONLAB_CSTANDARDSTREAMS_H
#define OPERATIONLAB_CSTANDARDSTREAMS_H

/// Opens a file for each standard stream that was closed before the process began. Otherwise the next opened file would get
/// its number, and the output of the stream would be written there. The file can only be read, so that a write fails as to a
/// closed stream (EBADF).
///
/// It also runs before `main`, in each program that links this module: an asynchronous `main` of Swift opens files earlier
/// than its first statement.
void oplab_reserve_standard_streams(void);

#endif
