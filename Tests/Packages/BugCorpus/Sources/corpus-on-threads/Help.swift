extension Request {
    static let usage = """
        Usage: corpus-on-threads [NAME... | --shapes] [--seconds N] [--hang N] [--with-fixed] [--output FOLDER]

        Runs the buggy form of each named bug or shape of the corpus again and again on real threads, with no explorer, until
        the bug shows or the time is over, and prints a row of a table for each. Each has a process of its own, which may crash
        or hang. Without names, runs all bugs, or all shapes with --shapes.

        Built with `--sanitize thread`, the program says what ThreadSanitizer reports. The first report ends the process. It
        doesn't know the order that Mutex establishes, so it may report a race where there is none: run the fixed forms, too.

          --shapes         Runs all shapes of SCTBench. Each of their threads is one of the system.
          --seconds N      At most so long for each form of each program; 60 if not given.
          --hang N         How long a run may take until it is looked at; 5 if not given.
          --with-fixed     Runs the fixed form of each program that has one, too, which is to pass.
          --output FOLDER  Keeps what each process wrote, in files of this folder.
          --list           Names the bugs, and behind them the shapes.

        How a bug is found:

          failed        An expectation of the program doesn't hold.
          crash         A signal ended the process; the number says which. A trap of Swift is a crash.
          hang          A run hasn't ended after the seconds of --hang, and in another second the process slept: no thread
                        ran or waited for a processor, but for a twentieth of the time. The process was killed.
          race          ThreadSanitizer has reported a race, and "lock order" that locks are taken in different orders. If it
                        reports the fixed form as well, the row says "false report": it can't tell the two forms apart.
                        Any other report of it is a "report".
          undecided     A run hasn't ended in twenty times the seconds of --hang, nor has the process slept. It was killed.

        Runs says in which run it showed; seconds says how long after the start of the first one this run began.

        Exit status: 0 if each row could be measured, whatever was found; 1 if a fixed form failed, crashed or hung, or a run
        is undecided; 2 if a process can't be started or doesn't end as it should; 64 bad usage.
        """
}
