internal import QueueConformance
private import QueueSubjects
private import TextFormats

/// The queues that a command line names.
enum QueueNames {
    /// - Parameter lists: What `--queue` was given: each value is a name, or several with commas.
    static func subjects(_ lists: [String], default names: [String]) throws -> [any ConformanceSubject] {
        var chosen: [any ConformanceSubject] = []
        for name in lists.isEmpty ? names : lists.flatMap(CommaList.items) {
            let subject = try subject(name)
            if !chosen.contains(where: { $0.name == name }) { chosen.append(subject) }
        }
        guard !chosen.isEmpty else { throw UsageError("--queue names no queue") }
        return chosen
    }

    static func subject(_ name: String) throws -> any ConformanceSubject {
        guard let subject = SubjectRegistry.conformanceSubject(name) else {
            throw UnknownName("queue", name, among: all)
        }
        return subject
    }

    /// The scheduling strategies that `--queue-strategy` names; `all` is every one.
    static func strategies(_ lists: [String]) throws -> [String] {
        let all = SubjectRegistry.strategyNames.map(\.name)
        let names = lists.flatMap(CommaList.items)
        if names == ["all"] { return all }
        if names.isEmpty { throw UsageError("--queue-strategy names no strategy") }
        for name in names where !all.contains(name) {
            throw UnknownName("queue strategy", name, among: all)
        }
        return all.filter(names.contains)
    }

    /// The queues, each with every strategy named; a queue that has no choice is there once, as it is.
    static func variants(
        of subjects: [any ConformanceSubject], strategies lists: [String]
    ) throws -> [any ConformanceSubject] {
        if lists.isEmpty { return subjects }
        let (names, standard) = (try strategies(lists), SubjectRegistry.strategyNames[0].name)
        return subjects.flatMap { subject in
            let variants = names.compactMap { name in
                SubjectRegistry.conformanceSubject("\(subject.name)-\(name)")
            }
            if variants.isEmpty { return [subject] }
            return (names.contains(standard) ? [subject] : []) + variants
        }
    }

    static var all: [String] { (SubjectRegistry.conformance + SubjectRegistry.faulty).map(\.name) }
}

/// Values that stand in one argument, with commas between.
enum CommaList {
    static func items(_ list: String) -> [String] {
        list.split(separator: ",").map { item in
            var item = item.drop(while: \.isWhitespace)
            while item.last?.isWhitespace == true { item.removeLast() }
            return String(item)
        }.filter { !$0.isEmpty }
    }
}
