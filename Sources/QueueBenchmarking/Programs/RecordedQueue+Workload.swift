private import TextFormats

extension RecordedQueue {
    /// What of a queue a workload can have.
    public struct Part: Sendable {
        /// The number of operations: the first ones.
        public let operations: Int
        /// How many were left out, since they were added too late, or are more than a workload can have.
        public let late: Int
        /// How many of the others were left out, since they took longer than an operation of a workload may.
        public let long: Int
        /// How many of the others were left out, since they had not ended.
        public let unfinished: Int
        /// The text of the file.
        public let text: String
    }

    /// The operations as a file for `--workload`, in the order of adding.
    ///
    /// Each takes the processor time that it took, and blocks for as long as it was off the processor. It depends on those for which
    /// it waited. One that had not ended, or took too long, is left out, with the dependencies on it.
    ///
    /// - Parameters:
    ///   - name: The name of the workload.
    ///   - summary: One line for people.
    ///   - seconds: Operations that were added later than that, counted from the first, are left out.
    ///   - atTimes: Whether operations arrive when they were added, and not as fast as they can be.
    /// - Returns: Nil if no operation is left.
    public func workload(name: String, summary: String, seconds: Double, atTimes: Bool) -> Part? {
        let origin = operations.first?.added ?? 0
        let early = operations.indices.prefix { operations[$0].added - origin <= seconds * 1e9 }
            .prefix(WorkloadFile.mostRecorded)
        let ended = early.filter { operations[$0].ended != nil }
        let numbers = ended.filter {
            operations[$0].processorTime <= longest && operations[$0].blockedTime <= longest
        }
        guard !numbers.isEmpty else { return nil }
        let places = Dictionary(uniqueKeysWithValues: numbers.enumerated().map { ($0.element, $0.offset) })
        let chosen = numbers.map { operations[$0] }

        var members = [
            ("name", JSONValue.string(name).text), ("summary", JSONValue.string(summary).text),
            ("operations", "\(chosen.count)"),
            ("limit", (1...10_000).contains(limit) ? "\(limit)" : "\"none\""),
            ("work", Self.times(chosen.map { $0.isCancelled ? 0 : $0.processorTime })),
        ]
        let blocked = chosen.map {
            $0.isCancelled || $0.blockedTime < Self.leastBlocking ? 0 : $0.blockedTime
        }
        if blocked.contains(where: { $0 > 0 }) {
            members.append(("blocking", "{\"share\": 1, \"time\": \(Self.times(blocked))}"))
        }
        let edges = chosen.indices.flatMap { after in
            Set(chosen[after].dependencies).sorted().compactMap { before in
                places[before].map { "[\($0), \(after)]" }
            }
        }
        if !edges.isEmpty { members.append(("dependencies", "{\"edges\": \(Self.array(edges))}")) }
        if let priorities = Self.priorities(chosen) { members.append(("priorities", priorities)) }
        let cancelled = chosen.indices.filter { chosen[$0].isCancelled }.map { "\($0)" }
        if !cancelled.isEmpty { members.append(("cancelled", "{\"operations\": \(Self.array(cancelled))}")) }
        if atTimes {
            members.append(
                ("arrival", Self.list("kind", "times", chosen.map { Self.micro($0.added - origin) })))
        }
        // As the program had it, nobody waits for room. With recorded dependencies there is room for all anyway.
        if edges.isEmpty { members.append(("outstanding", "\(chosen.count)")) }
        let text = "{\n" + members.map { "  \"\($0)\": \($1)" }.joined(separator: ",\n") + "\n}\n"
        return Part(
            operations: chosen.count, late: operations.count - early.count,
            long: ended.count - chosen.count, unfinished: early.count - ended.count, text: text)
    }

    /// What an operation of a workload may compute or block, in nanoseconds.
    private var longest: Double { WorkloadParts.longest * 1_000 }

    /// A thread that is off the processor for less, in nanoseconds, has hardly waited for something: the clocks are read one after
    /// the other.
    private static let leastBlocking = 5_000.0

    private static func priorities(_ operations: [Operation]) -> String? {
        let names = [(-8, "veryLow"), (-4, "low"), (4, "high"), (8, "veryHigh")]
        let members = names.compactMap { level, name -> String? in
            let numbers = operations.indices.filter { operations[$0].priority == level }.map { "\($0)" }
            return numbers.isEmpty ? nil : "\"\(name)\": \(array(numbers))"
        }
        return members.isEmpty ? nil : "{\(members.joined(separator: ", "))}"
    }

    // MARK: Text

    /// Nanoseconds as microseconds.
    private static func micro(_ nanoseconds: Double) -> String {
        Decimals.shortest(nanoseconds.rounded() / 1_000)
    }

    /// One for each operation, from nanoseconds.
    private static func times(_ times: [Double]) -> String { list("distribution", "list", times.map(micro)) }

    private static func list(_ tag: String, _ kind: String, _ values: [String]) -> String {
        "{\"\(tag)\": \"\(kind)\", \"values\": \(array(values))}"
    }

    /// Some a line.
    private static func array(_ values: [String]) -> String {
        let lines = stride(from: 0, to: values.count, by: 16).map {
            values[$0..<min($0 + 16, values.count)].joined(separator: ", ")
        }
        return "[" + lines.joined(separator: ",\n    ") + "]"
    }
}
