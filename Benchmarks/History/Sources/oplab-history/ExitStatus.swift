/// How the program ends. A command throws one to end with it, after it has printed everything.
enum ExitStatus: Int32, Error {
    case success = 0
    /// A file can't be read or written, or its content can't be used.
    case harnessFailed = 2
    /// There are too few runs to say anything.
    case inconclusive = 3
    case badUsage = 64

    /// For the help of a command.
    static let discussion = """
        Exit status: 0 success, changes or not; 2 a run or the database can't be read, written or used; 3 inconclusive: \
        there are too few runs; 64 bad usage.
        """
}
