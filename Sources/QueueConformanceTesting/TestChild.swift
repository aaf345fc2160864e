internal import ChildProcesses
private import ConcurrencyPrimitives
private import LinuxPlatform
internal import QueueConformance
private import Testing

/// The test runner, started again to judge one case of one rule, or to explore a rule or a test.
///
/// The request is in the environment, since the arguments are the test runner's. They name the current test alone, so that no
/// other runs there. A call that isn't for the request returns at once.
enum TestChild {
    /// What a child does.
    enum Purpose: String, CaseIterable {
        case judge = "OPERATIONLAB_JUDGE"
        case explore = "OPERATIONLAB_EXPLORE"
    }

    /// The process that has written the request.
    private static let parentVariable = "OPERATIONLAB_TEST_RUNNER"

    /// What this process was started for; nil if it isn't a child. Read once, and taken from the environment, so that no
    /// child of this process takes it for its own.
    ///
    /// What it is to do is told by arguments, as those of ``JudgeRequest``.
    static let request: (purpose: Purpose, what: [String])? = {
        defer { unsetenv(parentVariable) }
        for purpose in Purpose.allCases {
            guard let text = getenv(purpose.rawValue).map({ String(cString: $0) }) else { continue }
            unsetenv(purpose.rawValue)
            guard getenv(parentVariable).flatMap({ Int32(String(cString: $0)) }) == getppid() else {
                ParentProcess.refuse(
                    "\(purpose.rawValue) is set, and not by the test runner that started this one")
            }
            return (purpose, text.split(separator: "\n").map(String.init))
        }
        return nil
    }()

    /// What a child is to judge. A request that is none ends the process.
    static func judgement(_ what: [String]) -> JudgeRequest {
        do {
            return try JudgeRequest(arguments: what)
        } catch {
            ParentProcess.refuse("\(Purpose.judge.rawValue): \(error)")
        }
    }

    /// The environment of a child: `base` and the request.
    static func environment(
        _ base: ChildEnvironment, _ purpose: Purpose, _ what: [String]
    ) -> ChildEnvironment {
        base.setting(purpose.rawValue, to: what.joined(separator: "\n"))
            .setting(parentVariable, to: "\(getpid())")
    }

    /// The arguments of the test runner by which it runs the current test alone.
    ///
    /// - Throws: ``HarnessFailure`` outside of a test.
    static func arguments() throws -> [String] {
        guard let test = Test.current else {
            throw HarnessFailure(
                description:
                    "a rule is verified in a test of Swift Testing, since its process is started again")
        }
        let filter = "^" + "\(test.id)".map { special.contains($0) ? "\\\($0)" : "\($0)" }.joined() + "$"
        return ["--testing-library", "swift-testing", "--quiet", "--filter", filter]
    }

    private static let special = Set("\\^$.|?*+()[]{}/")

    /// Two subjects of one name in one test would be judged by whichever is first in the child.
    ///
    /// - Throws: ``HarnessFailure`` if the current test has verified this before.
    static func once(_ purpose: Purpose, _ what: JudgeRequest) throws {
        let isNew = verified.withLock { verified in
            verified.insert("\(Test.current?.id as Any) \(purpose) \(what)").inserted
        }
        if isNew { return }
        throw HarnessFailure(
            description:
                "rule \(what.rule) was verified on '\(what.queue)' before in this test: give each subject a name "
                + "of its own")
    }

    private static let verified = Mutex<Set<String>>([])

    /// What a child has written to its standard error, without the lines of the test runner.
    static func withoutRunner(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { line in
                // The runner's symbol may have a colour.
                let plain = line.first == "\u{1B}" ? line.drop { $0 != "m" }.dropFirst() : line
                return plain.first.map { !runnerSymbols.contains($0) } ?? true
            }
            .joined(separator: "\n")
    }

    private static let runnerSymbols = Set("◇↳✔✘➜━⚠")
}

/// A rule could not be judged.
public struct HarnessFailure: Error, CustomStringConvertible {
    public let description: String
}
