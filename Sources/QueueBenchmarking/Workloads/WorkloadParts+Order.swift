internal import TextFormats

extension WorkloadParts {
    // MARK: Arrival

    func arrival(_ value: ConfigurationValue) throws(FileError) -> WorkloadArrival {
        let (kind, members) = try value.tagged(
            "kind",
            [
                "closed": [], "rate": ["perSecond", "spacing"], "bursts": ["size", "interval"],
                "times": ["values"],
            ])
        switch kind {
        case "closed": return .closed
        case "rate":
            let rate = try value.required("perSecond", in: members).number("from 0.01 to 10000000") {
                (0.01...1e7).contains($0)
            }
            return .rate(perSecond: rate, isEven: try members["spacing"].map(isEven) ?? false)
        case "bursts":
            let interval = try value.required("interval", in: members).number("above 0, in microseconds") {
                $0 > 0 && $0 <= Self.longest
            }
            return .bursts(
                size: try value.required("size", in: members).integer(1...WorkloadFile.mostOperations),
                interval: interval)
        default: return .times(try ascending(try value.required("values", in: members)))
        }
    }

    private func isEven(_ value: ConfigurationValue) throws(FileError) -> Bool {
        let names = ["random", "even"]
        let name = try value.string()
        guard names.contains(name) else {
            throw value.error(NearestNames.sentence(unknown: "spacing", name, among: names))
        }
        return name == "even"
    }

    private func ascending(_ value: ConfigurationValue) throws(FileError) -> [Double] {
        var times: [Double] = []
        for element in try value.elements() {
            let time = try element.number("from 0, in microseconds") { (0...1e9).contains($0) }
            if let last = times.last, time < last {
                throw element.error(
                    "the times of '\(value.name)' must not fall, and this one follows \(Decimals.shortest(last))"
                )
            }
            times.append(time)
        }
        guard times.count == operations else {
            throw value.error("'\(value.name)' has \(times.count) times for \(operations) operations")
        }
        return times
    }

    // MARK: Dependencies

    /// The largest group of operations with a pattern.
    private static let largestGroup = 100_000

    func dependencies(_ value: ConfigurationValue) throws(FileError) -> WorkloadDependencies {
        if case .object(let members) = value.json.value, members.contains(where: { $0.name == "edges" }) {
            return .recorded(try recorded(try value.required("edges", in: try value.members(["edges"]))))
        }
        let (pattern, members) = try value.tagged(
            "pattern",
            [
                "none": [], "chain": ["length"], "fan": ["width"], "tree": ["children", "levels"],
                "layers": ["width", "depth"], "stencil": ["width", "depth"], "random": ["degree", "window"],
                "path": ["leaves", "length"],
            ])
        func size(_ key: String, _ range: ClosedRange<Int>) throws(FileError) -> Int {
            try value.required(key, in: members).integer(range)
        }
        let group = 1...Self.largestGroup
        switch pattern {
        case "none": return .none
        case "chain": return .chain(length: try size("length", 1...WorkloadFile.mostOperations))
        case "fan": return .fan(width: try size("width", group))
        case "tree":
            let (children, levels) = (try size("children", 1...10_000), try size("levels", 1...1_000))
            if WorkloadDependencies.treeSize(children, levels, upTo: Self.largestGroup) == Self.largestGroup {
                throw value.error("a tree of '\(value.name)' has \(Self.largestGroup) operations or more")
            }
            return .tree(children: children, levels: levels)
        case "layers": return .layers(width: try size("width", 1...1_000), depth: try size("depth", group))
        case "stencil": return .stencil(width: try size("width", group), depth: try size("depth", group))
        case "path":
            return .path(leaves: try size("leaves", 0...Self.largestGroup), length: try size("length", group))
        default: return .random(degree: try size("degree", 1...16), window: try size("window", group))
        }
    }

    /// Pairs of numbers: the second operation depends on the first.
    private func recorded(_ value: ConfigurationValue) throws(FileError) -> DependencyGraph {
        if operations > WorkloadFile.mostRecorded {
            throw value.error(
                "recorded dependencies are kept in memory, for at most \(WorkloadFile.mostRecorded) operations"
            )
        }
        var dependencies = Array(repeating: [Int](), count: operations)
        var seen: Set<Int> = []
        for edge in try value.elements() {
            let ends = try edge.elements()
            guard ends.count == 2 else {
                throw edge.error("an edge has two numbers, the operation and the one that depends on it")
            }
            let before = try ends[0].integer(0...operations - 1)
            let after = try ends[1].integer(0...operations - 1)
            if !seen.insert(after * operations + before).inserted {
                throw edge.error("operation \(after) depends on \(before) twice")
            }
            dependencies[after].append(before)
        }
        let graph = DependencyGraph(dependencies)
        if let cycle = graph.cycle { throw value.error(Self.sentence(cycle)) }
        return graph
    }

    /// How many members of a cycle are named.
    private static let named = 10

    private static func sentence(_ cycle: [Int]) -> String {
        if cycle.count == 1 { return "operation \(cycle[0]) depends on itself" }
        let names = cycle.prefix(named).map { "\($0)" } + (cycle.count > named ? ["…"] : [])
        return "\(cycle.count) operations depend on each other in a cycle, so that none can begin: "
            + (names + ["\(cycle[0])"]).joined(separator: " on ")
    }
}
