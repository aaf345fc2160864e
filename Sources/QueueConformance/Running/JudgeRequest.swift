private import ChildProcesses

/// What a child process is asked to do: try one case of one rule on one queue.
public struct JudgeRequest: Hashable, Sendable {
    /// The rule to try.
    public let rule: RuleID
    /// Which of its ``Rule/cases``.
    public let caseName: String
    /// The name of the subject.
    public let queue: String

    /// What to try, and on what.
    public init(rule: RuleID, caseName: String, queue: String) {
        self.rule = rule
        self.caseName = caseName
        self.queue = queue
    }

    /// The request as the arguments of a program: `--rule 3.1 --queue lock --case=name`.
    public var arguments: [String] {
        // A case may look like a flag ("-2"), so its value is bound to its name.
        ["--rule", "\(rule)", "--queue", queue] + (caseName.isEmpty ? [] : ["--case=\(caseName)"])
    }

    /// The request that ``arguments`` were made of, by this build or by another.
    ///
    /// - Throws: ``BadArguments``.
    public init(arguments: [String]) throws {
        let values: NamedArguments
        do throws(NamedArguments.Unknown) {
            values = try NamedArguments(arguments, names: ["--rule", "--queue", "--case"])
        } catch {
            throw BadArguments("'\(error.argument)' is no part of a request to judge")
        }
        guard let rule = values["--rule"].flatMap({ RuleID($0) }), let queue = values["--queue"] else {
            throw BadArguments(
                "a request to judge needs --rule and --queue, not '\(arguments.joined(separator: " "))'")
        }
        self.init(rule: rule, caseName: values["--case"] ?? "", queue: queue)
    }

    /// The arguments as one line.
    var line: String { arguments.joined(separator: String(Self.separator)) }

    /// The request of this process, which was started with `arguments` or forked.
    ///
    /// - Throws: ``BadArguments``.
    public init(ofProcess arguments: [String]) throws {
        let forked = ForkServers.request.map { $0.split(separator: Self.separator).map(String.init) }
        try self.init(arguments: forked ?? arguments)
    }

    /// The unit separator, which no name has.
    private static let separator: Character = "\u{1F}"

    /// Arguments that are no request, or ask for what isn't there.
    public struct BadArguments: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
        init(_ description: String) { self.description = description }
    }
}
