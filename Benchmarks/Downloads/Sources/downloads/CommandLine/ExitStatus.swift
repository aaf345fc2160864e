/// How the program ends. Thrown by a command to end with it; what there is to say has been said.
enum ExitStatus: Int32, Error {
    case success = 0
    /// A file wasn't downloaded; or a run of a benchmark, or of a stress test, went wrong.
    case failed = 1
    /// The program itself failed: a folder that can't be made, a server that doesn't start.
    case unusable = 2
    case badUsage = 64
    case interrupted = 130
    case terminated = 143

    /// For the help of a command.
    static let discussion = """
        Exit status: 0 all files are there; 1 some aren't, or a run of 'bench' or 'stress' went wrong; 2 nothing could be \
        begun, as when the folder can't be made; 64 bad usage; 130 interrupted by Ctrl-C, 143 by SIGTERM: what was under \
        way is kept in partial files, and the same command goes on with them.
        """
}
