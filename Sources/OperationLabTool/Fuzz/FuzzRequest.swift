internal import QueueFuzzing

/// The work of one process of `oplab fuzz`.
struct FuzzRequest: Codable, Sendable {
    let queue: String
    var plan: FuzzPlan
    /// The programs of these seeds.
    var seeds: [UInt64] = []
    /// Instead of those, this program.
    var program: FuzzProgram?
    /// After so many programs that fail, the process ends.
    var mostFailures = 1
    /// Whether the explorer looks for a simpler schedule than the first that fails.
    var simplifies = false
}

/// A message of such a process.
enum FuzzMessage: Codable, Sendable {
    /// The program of this seed begins.
    case begins(UInt64)
    /// It goes on.
    case goesOn
    /// It has ended: how many histories were judged, and how many of them the search could not decide.
    case ended(histories: Int, undecided: Int)
    /// It has failed. On real threads the process ends, since threads of the program may be left.
    case failed(FuzzFailure)
    /// Nothing could be decided.
    case problem(String)
    /// What programs have covered since the last such message.
    case coverage(FuzzCoverage)
}
