private import OperationQueues
internal import QueueConformance
private import QueueSubjects
private import TextFormats

/// The queues that a command line names.
enum QueueNames {
    /// The queues that a command judges where none is named, for its help.
    static var defaults: String { list(OperationLabTool.subjects.conformanceDefaults) }

    /// The queues that a command explores where none is named, for its help.
    static var explorationDefaults: String { list(OperationLabTool.subjects.explorationDefaults) }

    /// The queue that experiments are run on where none is named.
    static var firstDefault: String { list(OperationLabTool.subjects.conformanceDefaults.prefix(1)) }

    private static func list(_ names: some Collection<String>) -> String {
        names.isEmpty ? "none" : names.joined(separator: ",")
    }

    /// - Parameter lists: The values of `--queue`; each is a name, or several separated by commas. Empty for the default.
    static func subjects(_ lists: [String]) throws -> [any JudgedSubject] {
        try subjects(
            lists, OperationLabTool.subjects.conformanceDefaults,
            "judged: none is a ConformanceSubject or a TaskQueueSubject")
    }

    /// - Parameter lists: The values of `--queue`. Empty for the default.
    static func explorableSubjects(_ lists: [String]) throws -> [any ExplorableSubject] {
        try subjects(
            lists, OperationLabTool.subjects.explorationDefaults, "explored: none is an ExplorableSubject"
        ).map(explorable)
    }

    private static func subjects(
        _ lists: [String], _ defaults: [String], _ ability: String
    ) throws -> [any JudgedSubject] {
        let names = lists.isEmpty ? defaults : lists
        if names.isEmpty {
            throw UsageError(
                "\(toolName) has no queue of its own that can be \(ability). --queue names another, and '\(toolName) list "
                    + "queues' lists them")
        }
        return try CommaList.chosen("queue", names, among: OperationLabTool.subjects.conformanceAll) {
            $0.name
        }
    }

    static func subject(_ name: String) throws -> any JudgedSubject {
        guard let subject = OperationLabTool.subjects.conformanceSubject(name) else {
            throw UnknownName("queue", name, among: all)
        }
        return subject
    }

    /// Subjects that run operations.
    ///
    /// - Parameters:
    ///   - lists: The values of `--queue`. Empty for the default.
    ///   - purpose: What else they can't be: "fuzzed".
    ///   - mostDefaults: How many queues are the default, at most.
    static func operationSubjects(
        _ lists: [String], or purpose: String, mostDefaults: Int = .max
    ) throws -> [any ConformanceSubject] {
        let all = OperationLabTool.subjects
        let defaults = all.conformanceDefaults.filter { all.conformanceSubject($0) is any ConformanceSubject }
        return try subjects(
            lists, Array(defaults.prefix(mostDefaults)), "\(purpose): none is a ConformanceSubject"
        ).map { try operationSubject($0, or: purpose) }
    }

    static func operationSubject(
        _ subject: any JudgedSubject, or purpose: String
    ) throws -> any ConformanceSubject {
        guard let subject = subject as? any ConformanceSubject else {
            throw UsageError("'\(subject.name)' can't be \(purpose): it runs closures, not operations")
        }
        return subject
    }

    /// The subject, if its schedules can be explored.
    static func explorable(_ subject: any JudgedSubject) throws -> any ExplorableSubject {
        guard let explorable = subject as? any ExplorableSubject else {
            throw UsageError(
                "'\(subject.name)' can't be explored: its subject isn't an ExplorableSubject, for queues that synchronise through "
                    + "what the explorer sees"
            )
        }
        return explorable
    }

    /// The scheduling strategies that `--queue-strategy` names; `all` stands for every one.
    static func strategies(_ lists: [String]) throws -> [String] {
        let all = OperationLabTool.subjects.strategies.map(\.name)
        if lists.flatMap(CommaList.items) == ["all"] { return all }
        return try CommaList.chosen("queue strategy", lists, among: all) { $0 }
    }

    /// The queues with each named strategy. A queue without strategies occurs once.
    static func variants(
        of subjects: [any JudgedSubject], strategies lists: [String]
    ) throws -> [any JudgedSubject] {
        if lists.isEmpty { return subjects }
        let (names, standard) = (try strategies(lists), OperationLabTool.subjects.strategies[0].name)
        return subjects.flatMap { subject in
            let variants = names.compactMap { name in
                OperationLabTool.subjects.conformanceSubject("\(subject.name)-\(name)")
            }
            if variants.isEmpty { return [subject] }
            return (names.contains(standard) ? [subject] : []) + variants
        }
    }

    static var all: [String] {
        (OperationLabTool.subjects.conformance + OperationLabTool.subjects.faulty).map(\.name)
    }
}

/// Values in one argument, separated by commas.
enum CommaList {
    static func items(_ list: String) -> [String] {
        list.split(separator: ",").map { item in
            var item = item.drop(while: \.isWhitespace)
            while item.last?.isWhitespace == true { item.removeLast() }
            return String(item)
        }.filter { !$0.isEmpty }
    }

    /// The names, without repetitions, in their order.
    ///
    /// - Parameters:
    ///   - kind: What they name, which is also the name of the option.
    ///   - lists: The values of the option.
    /// - Throws: ``UsageError`` if there are none.
    static func names(_ kind: String, _ lists: [String]) throws -> [String] {
        var seen: Set<String> = []
        let names = lists.flatMap(items).filter { seen.insert($0).inserted }
        if names.isEmpty { throw UsageError("--\(kind.replacing(" ", with: "-")) names no \(kind)") }
        return names
    }

    /// The named elements, without repetitions, in the order of the names.
    ///
    /// - Parameters:
    ///   - kind: What they are, which is also the name of the option.
    ///   - lists: The values of the option.
    ///   - hinted: The names to suggest for an unknown one; nil for all.
    static func chosen<Element>(
        _ kind: String, _ lists: [String], among all: [Element], hinting hinted: [String]? = nil,
        name: (Element) -> String
    ) throws -> [Element] {
        try names(kind, lists).map { wanted in
            guard let element = all.first(where: { name($0) == wanted }) else {
                throw UnknownName(kind, wanted, among: hinted ?? all.map(name))
            }
            return element
        }
    }
}
