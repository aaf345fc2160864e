/// How `oplab` ends. Thrown by a command to end with it; what there is to say has been said.
enum ExitStatus: Int32, Error, CaseIterable {
    case success = 0
    /// A rule was broken that wasn't expected to, or one held that was expected to be broken; or the check
    /// of a benchmark's result failed.
    case broken = 1
    /// The harness itself failed.
    case harnessFailed = 2
    case inconclusive = 3
    case badUsage = 64
    case interrupted = 130

    /// Where several apply, the one that stands first here counts.
    private static let precedence: [ExitStatus] = [
        .interrupted, .badUsage, .harnessFailed, .broken, .inconclusive,
    ]

    /// The one of `statuses` that counts.
    static func worst(of statuses: some Sequence<ExitStatus>) -> ExitStatus {
        let statuses = Set(statuses)
        return precedence.first(where: statuses.contains) ?? .success
    }

    /// For the help of a command.
    static let discussion = """
        Exit status: 0 all well; 1 a rule was broken that was not expected (or an expected one holds now), or \
        the check of a result failed; 2 the harness itself failed; 3 inconclusive; 64 bad usage; 130 \
        interrupted. Where several apply, 130 comes before 64 before 2 before 1 before 3. Output that nobody \
        reads any more, as behind '| head', is dropped and changes no status; output that can't be written \
        otherwise is status 2.
        """
}
