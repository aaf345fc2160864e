internal import ChildProcesses

/// What judges.
public enum Judge: String, CaseIterable, Sendable {
    /// `oplab conform`: the rules, on real threads.
    case conform
    /// `oplab explore`: the rules about races, under schedules that the explorer controls.
    case explore
    /// `oplab fuzz`: random programs, whose histories a reference model judges.
    case fuzz
    /// The unit tests of the mutated modules.
    case tests
}

/// One question to the program: a rule on a queue, random programs on one, or the tests of a module.
public struct Check: Hashable, Sendable {
    public let judge: Judge
    /// The queue; empty for tests.
    public let queue: String
    /// The rule, how random programs are run, or the test target.
    public let subject: String

    public var name: String {
        [judge.rawValue, queue, subject].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// How random programs are run.
    static let (explored, onThreads) = ("explored", "on threads")

    func command(_ program: JudgedProgram) -> [String] {
        switch judge {
        case .conform:
            [program.oplab, "conform", "--queue", queue, "--rule", subject, "--jobs", "1", "--quiet"]
        case .explore:
            [
                program.oplab, "explore", "--queue", queue, "--rule", subject, "--jobs", "1", "--quiet",
                "--schedules", "\(program.schedules)", "--seed", "\(program.seed)",
            ]
        case .fuzz:
            [
                program.oplab, "fuzz", "--queue", queue, "--jobs", "1", "--quiet", "--no-shrinking",
                "--seed", "\(program.seed)", "--programs",
            ] + (subject == Self.explored ? ["200", "--runs", "10", "--explore"] : ["1000"])
        case .tests:
            [program.tests, "--testing-library", "swift-testing", "--filter", "^\(subject)\\."]
        }
    }

    /// The subcommands that are mutated; nil for all processes.
    var subcommands: String? {
        switch judge {
        case .conform: "judge"
        case .explore: "explore-shard"
        case .fuzz: "run-programs"
        case .tests: nil
        }
    }

    /// How it went, in a word, and the number of schedules; from what a failed check has written.
    func finding(in run: CommandRun) -> (how: String, schedules: Int?) {
        switch run.end {
        case .overdue, .starved: return ("time limit", nil)
        case .signalled(let signal): return ("signal \(signal)", nil)
        case .exited(2): return ("no verdict", nil)
        case .exited: break
        }
        if judge == .tests { return (Self.failedTest(in: run.output + run.errors) ?? "failed", nil) }
        if judge == .fuzz { return (Self.brokenSentence(in: run.output) ?? "failed", nil) }
        // Its row: the rule, then words, the verdict last; of an exploration, the queue and the schedules come first.
        guard let row = run.output.split(separator: "\n").first(where: { $0.hasPrefix(subject + " ") })
        else { return ("failed", nil) }
        let words = row.split(separator: " ")
        return (String(words.last ?? "failed"), judge == .explore && words.count > 2 ? Int(words[2]) : nil)
    }

    /// What the first history that isn't allowed shows: the line that names its rules.
    private static func brokenSentence(in output: String) -> String? {
        output.split(separator: "\n").first { $0.hasPrefix("rules ") || $0.hasPrefix("rule ") }.map(
            String.init)
    }

    /// The name of the first test that has failed.
    private static func failedTest(in output: String) -> String? {
        for line in output.split(separator: "\n") where line.hasPrefix("✘ Test ") {
            return line.dropFirst("✘ Test ".count).split(separator: " ").first.map(String.init)
        }
        return nil
    }
}

/// The built program, and how it explores.
public struct JudgedProgram: Sendable {
    /// The path of `oplab`.
    public let oplab: String
    /// The path of the program with all tests.
    public let tests: String
    /// The schedules of each exploration.
    public let schedules: Int
    /// The seed of each exploration.
    public let seed: UInt64

    public init(in folder: String, schedules: Int, seed: UInt64) {
        oplab = "\(folder)/.build/release/oplab"
        tests = "\(folder)/.build/debug/OperationLabPackageTests.xctest"
        self.schedules = schedules
        self.seed = seed
    }

    /// The queues that are judged: both are of the mutated modules.
    private static let queues = ["lock", "actor"]

    /// The test targets of the mutated modules.
    private static let testTargets = ["OperationsTests", "OperationQueuesTests", "ScheduleExplorationTests"]

    /// All checks of some judges.
    ///
    /// - Throws: ``HarnessError`` if the program can't say its rules.
    public func checks(of judges: [Judge]) async throws -> [Check] {
        var checks: [Check] = []
        if judges.contains(.conform) {
            let rules = try await names([oplab, "list", "rules"])
            checks += Self.queues.flatMap { queue in
                rules.map { Check(judge: .conform, queue: queue, subject: $0) }
            }
        }
        if judges.contains(.explore) {
            // A schedule each says which rules are explored. It is too few to reach what they want to see (status 3).
            let rules = try await names(
                [oplab, "explore", "--queue", "lock", "--schedules", "1", "--quiet"], allowing: [0, 3])
            checks += Self.queues.flatMap { queue in
                rules.map { Check(judge: .explore, queue: queue, subject: $0) }
            }
        }
        if judges.contains(.fuzz) {
            checks += Self.queues.flatMap { queue in
                [Check.onThreads, Check.explored].map { Check(judge: .fuzz, queue: queue, subject: $0) }
            }
        }
        if judges.contains(.tests) {
            checks += Self.testTargets.map { Check(judge: .tests, queue: "", subject: $0) }
        }
        return checks
    }

    /// The first words of the lines that begin with a rule's number.
    private func names(_ command: [String], allowing statuses: [Int32] = [0]) async throws -> [String] {
        let run = try await CommandRun.run(command, limit: 300)
        guard statuses.contains(where: { run.end == .exited($0) }) else {
            throw HarnessError("'\(command.joined(separator: " "))' ended with \(run.end): \(run.errors)")
        }
        var known: Set<Substring> = []
        let names = run.output.split(separator: "\n").compactMap { line -> String? in
            guard line.first?.isNumber == true, let word = line.split(separator: " ").first,
                word.split(separator: ".").count == 2, word.allSatisfy({ $0.isNumber || $0 == "." }),
                known.insert(word).inserted
            else { return nil }
            return String(word)
        }
        if names.isEmpty { throw HarnessError("'\(command.joined(separator: " "))' lists no rules") }
        return names
    }
}
