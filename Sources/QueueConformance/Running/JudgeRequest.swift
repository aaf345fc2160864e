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
        var values: [String: String] = [:]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard ["--rule", "--queue", "--case"].contains(name),
                let value = parts.count == 2 ? String(parts[1]) : rest.popFirst()
            else { throw BadArguments("'\(argument)' is no part of a request to judge") }
            values[name] = value
        }
        guard let rule = values["--rule"].flatMap({ RuleID($0) }), let queue = values["--queue"] else {
            throw BadArguments(
                "a request to judge needs --rule and --queue, not '\(arguments.joined(separator: " "))'")
        }
        self.init(rule: rule, caseName: values["--case"] ?? "", queue: queue)
    }

    /// Arguments that are no request, or ask for what isn't there.
    public struct BadArguments: Error, Hashable, Sendable, CustomStringConvertible {
        public let description: String
        init(_ description: String) { self.description = description }
    }
}
