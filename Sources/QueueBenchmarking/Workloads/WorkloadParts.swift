internal import TextFormats

/// Reads the parts of the file of a workload.
struct WorkloadParts {
    let operations: Int
    let producers: Int

    /// The longest time of one operation, in microseconds: ten seconds.
    static let longest = 1e7
    private static let wanted = "from 0 to 10000000, in microseconds"

    // MARK: Times

    private func time(_ value: ConfigurationValue) throws(FileError) -> Double {
        try value.number(Self.wanted) { (0...Self.longest).contains($0) }
    }

    /// A distribution, or a number for a constant.
    func distribution(_ value: ConfigurationValue) throws(FileError) -> TimeDistribution {
        if case .number = value.json.value { return .constant(try self.time(value)) }
        let (kind, members) = try value.tagged(
            "distribution",
            [
                "constant": ["value"], "uniform": ["from", "to"], "exponential": ["mean"],
                "lognormal": ["median", "sigma"], "histogram": ["bins"], "list": ["values"],
            ])
        func time(_ key: String) throws(FileError) -> Double {
            try self.time(try value.required(key, in: members))
        }
        switch kind {
        case "constant": return .constant(try time("value"))
        case "uniform":
            let (from, to) = try bounds(value, members)
            return .uniform(from: from, to: to)
        case "exponential": return .exponential(mean: try time("mean"))
        case "lognormal":
            let sigma = try value.required("sigma", in: members).number("from 0 to 5") {
                (0...5).contains($0)
            }
            return .lognormal(median: try time("median"), sigma: sigma)
        case "histogram": return .histogram(try bins(try value.required("bins", in: members)))
        default: return .list(try times(try value.required("values", in: members)))
        }
    }

    private func bounds(
        _ value: ConfigurationValue, _ members: [String: ConfigurationValue]
    ) throws(FileError) -> (Double, Double) {
        let from = try time(try value.required("from", in: members))
        let upper = try value.required("to", in: members)
        let to = try time(upper)
        if to < from { throw upper.error("'\(upper.name)' is less than 'from'") }
        return (from, to)
    }

    private func bins(_ value: ConfigurationValue) throws(FileError) -> [TimeDistribution.Bin] {
        var bins: [TimeDistribution.Bin] = []
        for element in try value.elements() {
            let members = try element.members(["from", "to", "share"])
            let (from, to) = try bounds(element, members)
            let share = try element.required("share", in: members).number("from 0 to 1000000000") {
                (0...1e9).contains($0)
            }
            bins.append(TimeDistribution.Bin(from: from, to: to, share: share))
        }
        if bins.allSatisfy({ $0.share == 0 }) { throw value.error("'\(value.name)' has no bin with a share") }
        return bins
    }

    private func times(_ value: ConfigurationValue) throws(FileError) -> [Double] {
        var times: [Double] = []
        for element in try value.elements() { times.append(try time(element)) }
        if times.isEmpty { throw value.error("'\(value.name)' is empty") }
        if times.count > operations {
            throw value.error("'\(value.name)' has \(times.count) times for \(operations) operations")
        }
        return times
    }

    // MARK: Shares

    private func share(_ value: ConfigurationValue) throws(FileError) -> Double {
        try value.number("from 0 to 1") { (0...1).contains($0) }
    }

    func blocking(_ value: ConfigurationValue) throws(FileError) -> Workload.Blocking {
        let members = try value.members(["share", "time"])
        return Workload.Blocking(
            share: try share(try value.required("share", in: members)),
            time: try distribution(try value.required("time", in: members)))
    }

    /// A share, or the numbers of the operations.
    private func chosen(_ value: ConfigurationValue) throws(FileError) -> Workload.Chosen {
        guard case .array = value.json.value else { return .share(try share(value)) }
        var numbers: Set<Int> = []
        for element in try value.elements() {
            let number = try element.integer(0...operations - 1)
            if !numbers.insert(number).inserted {
                throw element.error("'\(value.name)' has operation \(number) twice")
            }
        }
        return .recorded(numbers)
    }

    /// A share, or an object with a share or with the numbers of the operations.
    ///
    /// - Returns: Nil if the numbers are none.
    func cancellation(_ value: ConfigurationValue) throws(FileError) -> Workload.Cancellation? {
        if case .number = value.json.value {
            return Workload.Cancellation(operations: .share(try share(value)), isBeforeAdding: false)
        }
        let members = try value.members(["share", "operations", "when"])
        if let both = members["operations"], members["share"] != nil {
            throw both.error("either 'share' or 'operations' says which operations are cancelled, not both")
        }
        var isBefore = false
        if let when = members["when"] {
            let names = ["afterAdding", "beforeAdding"]
            let name = try when.string()
            guard names.contains(name) else {
                throw when.error(NearestNames.sentence(unknown: "time to cancel", name, among: names))
            }
            isBefore = name == names[1]
        }
        let which: ConfigurationValue
        if let numbers = members["operations"] {
            _ = try numbers.elements()
            which = numbers
        } else {
            which = try value.required("share", in: members)
        }
        let operations = try chosen(which)
        if operations == .recorded([]) { return nil }
        return Workload.Cancellation(operations: operations, isBeforeAdding: isBefore)
    }

    func priorities(_ value: ConfigurationValue) throws(FileError) -> [Workload.Prioritized] {
        let levels = ["veryLow": -8, "low": -4, "normal": 0, "high": 4, "veryHigh": 8]
        let names = levels.sorted { $0.value < $1.value }.map(\.key)
        let members = try value.members(names)
        var priorities: [Workload.Prioritized] = []
        var (sum, seen) = (0.0, Set<Int>())
        for name in names {
            guard let member = members[name], let level = levels[name] else { continue }
            let operations = try chosen(member)
            switch operations {
            case .share(let share): sum += share
            case .recorded(let numbers):
                if let number = seen.intersection(numbers).min() {
                    throw member.error("operation \(number) has two priorities")
                }
                seen.formUnion(numbers)
            }
            if level != 0 { priorities.append(Workload.Prioritized(level: level, operations: operations)) }
        }
        if sum > 0, !seen.isEmpty {
            throw value.error("'\(value.name)' has shares and numbers of operations; only one of them counts")
        }
        if sum > 1 + 1e-9 {
            throw value.error(
                "the shares of '\(value.name)' add up to \(Decimals.ratio(sum)), which is more than 1")
        }
        return priorities.filter { $0.operations != .share(0) && $0.operations != .recorded([]) }
    }
}
