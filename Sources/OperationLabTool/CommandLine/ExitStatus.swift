/// The exit statuses of `oplab`. A command throws one to end with it, after it has printed everything.
enum ExitStatus: Int32, Error, CaseIterable {
    case success = 0
    /// A rule was unexpectedly broken, or unexpectedly passed; or a run of a benchmark failed its check.
    case broken = 1
    /// The harness failed.
    case harnessFailed = 2
    case inconclusive = 3
    case badUsage = 64
    case interrupted = 130

    /// If several apply, the first of these counts.
    private static let precedence: [ExitStatus] = [
        .interrupted, .badUsage, .harnessFailed, .broken, .inconclusive,
    ]

    /// The most serious of `statuses`.
    static func worst(of statuses: some Sequence<ExitStatus>) -> ExitStatus {
        let statuses = Set(statuses)
        return precedence.first(where: statuses.contains) ?? .success
    }

    /// For the help of a command.
    static let discussion = """
        Exit status: 0 success; 1 a rule was unexpectedly broken or unexpectedly passed, or a run failed its \
        check; 2 the harness failed; 3 inconclusive; 64 bad usage; 130 interrupted, by Ctrl-C, SIGTERM or SIGHUP. If several apply, the first \
        of 130, 64, 2, 1, 3 counts. A closed pipe, as with '| head', changes no status; any other output that \
        can't be written is status 2.
        """
}
