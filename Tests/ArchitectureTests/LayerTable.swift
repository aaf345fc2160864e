/// Which module may import what. Adding a module is adding a line.
struct LayerTable {
    struct Module {
        let name: String
        let layer: Int
        /// Modules of this package.
        let own: Set<String>
        /// Everybody else's.
        let foreign: Set<String>

        init(_ name: String, layer: Int, own: Set<String> = [], foreign: Set<String> = []) {
            self.name = name
            self.layer = layer
            self.own = own
            self.foreign = foreign
        }

        var allowed: Set<String> { own.union(foreign) }
    }

    let modules: [String: Module]

    init(_ modules: [Module]) {
        self.modules = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0) })
    }

    private static let libc: Set<String> = ["Glibc", "Darwin"]

    /// The sources of the package.
    ///
    /// What runs inside an exploration, `Operations` and `OperationQueues`, gets at other threads through
    /// `ConcurrencyPrimitives` alone. `FaultyQueues` is independent of the queues that it is a second
    /// opinion on, and the suite of everything that it judges.
    static let sources = LayerTable([
        Module("CPlatform", layer: 0),
        Module("CThreadCount", layer: 0),
        Module("CScheduleInterposition", layer: 0, own: ["CPlatform"]),
        Module("CJemalloc", layer: 0),
        Module(
            "ConcurrencyPrimitives", layer: 0, own: ["CPlatform"], foreign: ["Synchronization", "Dispatch"]),
        Module("RandomNumbers", layer: 0),
        Module(
            "ScheduleExploration", layer: 1, own: ["ConcurrencyPrimitives", "CPlatform", "RandomNumbers"],
            foreign: libc.union(["Synchronization", "_Concurrency"])),
        Module("TextFormats", layer: 1, own: ["CPlatform"], foreign: libc.union(["FoundationEssentials"])),
        Module("Operations", layer: 2, own: ["ConcurrencyPrimitives", "CPlatform"]),
        Module(
            "BenchmarkStatistics", layer: 2, own: ["RandomNumbers"],
            foreign: libc.union(["FoundationEssentials"])),
        Module(
            "OperationQueues", layer: 3, own: ["Operations", "ConcurrencyPrimitives", "CPlatform"],
            foreign: ["Dispatch"]),
        Module(
            "QueueAdapters", layer: 3, own: ["Operations", "ConcurrencyPrimitives"],
            foreign: ["Foundation", "Dispatch"]),
        Module(
            "QueueConformance", layer: 3,
            own: ["RandomNumbers", "Operations", "ConcurrencyPrimitives", "CPlatform"],
            foreign: libc.union([
                "Synchronization", "Dispatch", "FoundationEssentials", "Subprocess", "SystemPackage",
            ])),
        Module(
            "QueueBenchmarking", layer: 3,
            own: [
                "RandomNumbers",
                "Operations", "ConcurrencyPrimitives", "CPlatform", "CThreadCount", "CJemalloc",
                "BenchmarkStatistics", "TextFormats",
            ],
            foreign: libc.union(["Synchronization", "Dispatch", "FoundationEssentials", "Histogram"])),
        Module(
            "QueueExploration", layer: 4,
            own: ["QueueConformance", "ScheduleExploration", "Operations", "ConcurrencyPrimitives"]),
        Module(
            "RegressionWorker", layer: 4, own: ["QueueBenchmarking", "QueueConformance", "Operations"],
            foreign: libc),
        Module(
            "RegressionGate", layer: 4,
            own: [
                "RandomNumbers",
                "TextFormats", "QueueBenchmarking", "QueueConformance", "BenchmarkStatistics", "Operations",
                "ConcurrencyPrimitives", "CPlatform",
            ],
            foreign: libc.union(["FoundationEssentials"])),
        Module(
            "FaultyQueues", layer: 4,
            own: ["Operations", "ConcurrencyPrimitives", "CPlatform", "QueueConformance"],
            foreign: libc.union(["Synchronization", "Dispatch"])),
        Module(
            "FoundationCompatibility", layer: 5, own: ["OperationQueues", "Operations", "QueueAdapters"],
            foreign: ["Foundation"]),
        Module(
            "Reporting", layer: 5,
            own: [
                "TextFormats", "RegressionGate", "QueueConformance", "QueueBenchmarking",
                "BenchmarkStatistics",
                "ConcurrencyPrimitives",
            ],
            foreign: libc.union(["FoundationEssentials"])),
        Module(
            "QueueSubjects", layer: 5,
            own: [
                "Operations", "ConcurrencyPrimitives", "OperationQueues", "QueueAdapters", "QueueConformance",
                "QueueBenchmarking", "FaultyQueues",
            ],
            foreign: ["Dispatch"]),
        Module("oplab-worker", layer: 6, own: ["RegressionWorker", "QueueSubjects"]),
        Module(
            "oplab", layer: 6,
            own: [
                "ConcurrencyPrimitives", "ScheduleExploration", "CPlatform", "Operations", "OperationQueues",
                "QueueSubjects", "QueueExploration",
                "QueueConformance", "QueueBenchmarking", "BenchmarkStatistics", "Reporting", "TextFormats",
                "FaultyQueues",
                "RegressionGate", "RegressionWorker",
            ],
            foreign: libc.union([
                "ArgumentParser", "Dispatch", "FoundationEssentials", "Subprocess", "SystemPackage",
            ])),
    ])

    /// The nested package of benchmarks.
    static let benchmarks = LayerTable([
        Module(
            "PrimitivesCost", layer: 7, own: ["ConcurrencyPrimitives", "RandomNumbers"],
            foreign: libc.union(["Synchronization", "Dispatch"])),
        Module(
            "ExplorationRate", layer: 7,
            own: ["ConcurrencyPrimitives", "ScheduleExploration", "Operations", "OperationQueues"],
            foreign: libc.union(["Dispatch"])),
        Module(
            "RaceSearch", layer: 7,
            own: [
                "ConcurrencyPrimitives", "ScheduleExploration", "QueueConformance", "QueueExploration",
                "FaultyQueues",
            ],
            foreign: libc.union(["Dispatch", "Subprocess", "SystemPackage"])),
    ])

    /// What is wrong with the imports of a file, each with its place; empty if nothing is.
    func findings(module: String, file: String, source: String) throws -> [String] {
        guard let importer = modules[module] else {
            return ["\(file): the module \(module) is not in the table of layers"]
        }
        return try ImportScanner.imports(in: source).filter { !importer.allowed.contains($0.module) }
            .map { "\(file):\($0.line): \(module) must not import \($0.module)" }
    }
}
