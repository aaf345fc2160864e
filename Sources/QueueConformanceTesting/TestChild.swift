internal import ChildProcesses
private import LinuxPlatform
internal import QueueConformance
private import Testing

/// The test runner, started again to judge one case of one rule, or to explore one.
///
/// The request is in the environment, since the arguments are the test runner's. They name the current test alone, so that no
/// other runs there. A call that isn't for the request cancels its test case.
enum TestChild {
    /// What a child does.
    enum Purpose: String, CaseIterable {
        case judge = "OPERATIONLAB_JUDGE"
        case explore = "OPERATIONLAB_EXPLORE"
    }

    /// What this process was started for; nil if it isn't a child.
    static let request: (purpose: Purpose, what: JudgeRequest)? = {
        for purpose in Purpose.allCases {
            guard let text = getenv(purpose.rawValue).map({ String(cString: $0) }) else { continue }
            do {
                return (purpose, try JudgeRequest(arguments: text.split(separator: "\n").map(String.init)))
            } catch {
                ParentProcess.refuse("\(purpose.rawValue): \(error)")
            }
        }
        return nil
    }()

    /// Ends a test case that this process wasn't started for.
    static func leave() throws -> Never { try Test.cancel("This process was started for another case.") }

    /// The program to start, and its arguments.
    ///
    /// - Throws: ``HarnessFailure`` outside of a test.
    static func program() throws -> (path: String, arguments: [String]) {
        guard let test = Test.current else {
            throw HarnessFailure(
                description:
                    "a rule is verified in a test of Swift Testing, since its process is started again")
        }
        let filter = "^" + "\(test.id)".map { Self.special.contains($0) ? "\\\($0)" : "\($0)" }.joined() + "$"
        return (
            try OwnExecutable.path(), ["--testing-library", "swift-testing", "--quiet", "--filter", filter]
        )
    }

    /// What a child has written to its standard error, without the lines of the test runner.
    static func withoutRunner(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { $0.first.map { !runnerSymbols.contains($0) } ?? true }
            .joined(separator: "\n")
    }

    private static let runnerSymbols = Set("◇↳✔✘➜━⚠")
    private static let special = Set("\\^$.|?*+()[]{}/")
}

/// A rule could not be judged.
public struct HarnessFailure: Error, CustomStringConvertible {
    public let description: String
}
