import Testing

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

    /// The sources of the package.
    ///
    /// What runs inside an exploration, `Operations` and `OperationQueues`, gets at other threads through
    /// `ConcurrencyPrimitives` alone. `FaultyQueues` is independent of the queues that it is a second
    /// opinion on, and the suite of everything that it judges.
    static let sources = LayerTable([
        Module("CPlatform", layer: 0),
        Module("CStandardStreams", layer: 0),
        Module("CForkServer", layer: 0, own: ["CPlatform"]),
        Module("CThreadCount", layer: 0),
        Module("CScheduleControl", layer: 0, own: ["CPlatform"]),
        Module("CScheduleInterposition", layer: 0, own: ["CPlatform"]),
        Module("CScheduleInstrumentation", layer: 1, own: ["CScheduleInterposition", "CPlatform"]),
        Module("CJemalloc", layer: 0),
        // What a port to another system replaces, besides CPlatform: nothing else names the C library.
        Module("LinuxPlatform", layer: 0, foreign: ["Glibc"]),
        Module(
            "ConcurrencyPrimitives", layer: 0, own: ["CPlatform"], foreign: ["Synchronization", "Dispatch"]),
        Module("RandomNumbers", layer: 0),
        Module(
            "Quiescence", layer: 1, own: ["ConcurrencyPrimitives", "CPlatform", "LinuxPlatform"],
            foreign: ["Dispatch"]),
        Module(
            "ChildProcesses", layer: 1,
            own: ["CForkServer", "ConcurrencyPrimitives", "CPlatform", "LinuxPlatform"],
            foreign: ["Subprocess", "SystemPackage"]),
        Module(
            "TextFormats", layer: 1, own: ["CPlatform", "LinuxPlatform"], foreign: ["FoundationEssentials"]),
        Module(
            "ScheduleExploration", layer: 2,
            own: [
                "ConcurrencyPrimitives", "CPlatform", "CScheduleControl", "LinuxPlatform", "Quiescence",
                "RandomNumbers", "TextFormats",
            ],
            foreign: ["Synchronization", "_Concurrency"]),
        Module("Operations", layer: 2, own: ["ConcurrencyPrimitives", "CPlatform"]),
        Module(
            "BenchmarkStatistics", layer: 2, own: ["LinuxPlatform", "RandomNumbers"],
            foreign: ["FoundationEssentials"]),
        Module(
            "OperationQueues", layer: 3,
            own: ["Operations", "ConcurrencyPrimitives", "CPlatform", "LinuxPlatform"],
            foreign: ["Dispatch"]),
        Module(
            "QueueAdapters", layer: 3, own: ["Operations", "ConcurrencyPrimitives"],
            foreign: ["Foundation", "Dispatch"]),
        Module(
            "QueueConformance", layer: 3,
            own: [
                "RandomNumbers", "Operations", "ConcurrencyPrimitives", "CPlatform", "LinuxPlatform",
                "Quiescence", "ChildProcesses", "BenchmarkStatistics",
            ],
            foreign: ["Synchronization", "Dispatch", "FoundationEssentials"]),
        Module(
            "QueueBenchmarking", layer: 3,
            own: [
                "RandomNumbers", "LinuxPlatform", "ChildProcesses", "Operations", "ConcurrencyPrimitives",
                "CPlatform", "CThreadCount", "CJemalloc", "BenchmarkStatistics", "TextFormats",
            ],
            foreign: ["Synchronization", "Dispatch", "FoundationEssentials", "Histogram"]),
        Module(
            "AdvancedOperations", layer: 4,
            own: ["OperationQueues", "Operations", "ConcurrencyPrimitives", "LinuxPlatform", "RandomNumbers"]),
        Module(
            "QueueExploration", layer: 4,
            own: [
                "QueueConformance", "ScheduleExploration", "Operations", "ConcurrencyPrimitives",
                "ChildProcesses", "CPlatform", "CScheduleControl", "LinuxPlatform",
            ],
            foreign: ["FoundationEssentials"]),
        Module(
            "QueueFuzzing", layer: 4,
            own: [
                "QueueConformance", "ScheduleExploration", "Operations", "ConcurrencyPrimitives", "CPlatform",
                "RandomNumbers",
            ]),
        Module(
            "QueueExperiments", layer: 4,
            own: ["QueueConformance", "Operations", "ConcurrencyPrimitives", "CPlatform"],
            foreign: ["Dispatch"]),
        Module(
            "RegressionWorker", layer: 4,
            own: ["QueueBenchmarking", "QueueConformance", "Operations", "ChildProcesses"]),
        Module(
            "RegressionGate", layer: 4,
            own: [
                "RandomNumbers", "LinuxPlatform", "TextFormats", "QueueBenchmarking", "QueueConformance",
                "BenchmarkStatistics", "Operations",
                "ConcurrencyPrimitives", "CPlatform",
            ],
            foreign: ["FoundationEssentials"]),
        Module(
            "FaultyQueues", layer: 4,
            own: ["Operations", "ConcurrencyPrimitives", "CPlatform", "QueueConformance"],
            foreign: ["Synchronization", "Dispatch"]),
        Module(
            "FoundationCompatibility", layer: 5,
            own: ["OperationQueues", "Operations", "QueueAdapters", "ConcurrencyPrimitives"],
            foreign: ["Foundation", "Dispatch"]),
        Module(
            "FoundationNetworkingCompatibility", layer: 6, own: ["FoundationCompatibility"],
            foreign: ["Foundation", "FoundationNetworking"]),
        Module(
            "Reporting", layer: 5,
            own: [
                "ChildProcesses", "LinuxPlatform", "TextFormats", "RegressionGate", "QueueConformance",
                "QueueExperiments", "QueueBenchmarking", "QueueExploration", "ScheduleExploration",
                "FaultyQueues",
                "BenchmarkStatistics", "Operations", "ConcurrencyPrimitives",
            ],
            foreign: ["FoundationEssentials"]),
        Module(
            "QueueConformanceTesting", layer: 5,
            own: [
                "QueueConformance", "QueueExploration", "ScheduleExploration", "ConcurrencyPrimitives",
                "ChildProcesses", "LinuxPlatform", "Operations",
            ],
            foreign: ["Testing", "FoundationEssentials"]),
        Module(
            "QueueSubjects", layer: 5,
            own: [
                "Operations", "ConcurrencyPrimitives", "OperationQueues", "AdvancedOperations",
                "QueueAdapters",
                "QueueConformance", "QueueBenchmarking", "FaultyQueues",
            ],
            foreign: ["Dispatch"]),
        Module("oplab-worker", layer: 6, own: ["RegressionWorker", "QueueSubjects"]),
        Module("oplab", layer: 7, own: ["OperationLabTool"]),
        Module(
            "OperationLabTool", layer: 6,
            own: [
                "CStandardStreams",
                "LinuxPlatform", "ChildProcesses", "ConcurrencyPrimitives", "ScheduleExploration",
                "CPlatform", "Operations", "OperationQueues", "QueueSubjects", "QueueExploration",
                "QueueConformance", "QueueBenchmarking", "BenchmarkStatistics", "Reporting", "TextFormats",
                "FaultyQueues",
                "QueueExperiments", "RegressionGate", "RegressionWorker", "QueueFuzzing", "RandomNumbers",
            ],
            foreign: ["ArgumentParser", "Dispatch", "FoundationEssentials"]),
    ])

    /// The nested package of benchmarks.
    static let benchmarks = LayerTable([
        Module(
            "PrimitivesCost", layer: 7, own: ["LinuxPlatform", "ConcurrencyPrimitives", "RandomNumbers"],
            foreign: ["Synchronization", "Dispatch"]),
        Module(
            "ExplorationRate", layer: 7,
            own: [
                "LinuxPlatform", "ConcurrencyPrimitives", "ScheduleExploration", "Operations",
                "OperationQueues",
            ],
            foreign: ["Dispatch"]),
        Module(
            "RaceSearch", layer: 7,
            own: [
                "LinuxPlatform", "ChildProcesses", "ConcurrencyPrimitives", "ScheduleExploration",
                "QueueConformance", "QueueExploration", "FaultyQueues", "RandomNumbers", "TextFormats",
            ],
            foreign: ["Dispatch", "FoundationEssentials"]),
        // The source of two programs; a condition decides which of the two it imports.
        Module("DefaultLimit", layer: 7, own: ["FoundationCompatibility"], foreign: ["Foundation"]),
    ])

    /// The nested package of observers.
    static let observability = LayerTable([
        Module(
            "OperationObservability", layer: 7,
            own: ["AdvancedOperations", "Operations", "ConcurrencyPrimitives"],
            foreign: ["Logging", "Metrics", "Tracing"])
    ])

    /// The nested package of the downloader. The core knows no client and no queue.
    static let downloads = LayerTable([
        Module("CDownloadPlatform", layer: 0),
        Module("CGD", layer: 0),
        Module(
            "DownloadCore", layer: 7,
            own: ["CDownloadPlatform", "AdvancedOperations", "ConcurrencyPrimitives", "LinuxPlatform"],
            foreign: ["Crypto", "FoundationEssentials"]),
        Module(
            "DownloadTransfers", layer: 8, own: ["DownloadCore", "ConcurrencyPrimitives", "LinuxPlatform"],
            foreign: [
                "AsyncHTTPClient", "Foundation", "FoundationNetworking", "NIOCore", "NIOHTTP1",
                "NIOHTTPCompression",
                "NIOPosix",
            ]),
        Module(
            "LoopbackServer", layer: 8, own: ["DownloadCore", "ConcurrencyPrimitives", "LinuxPlatform"],
            foreign: [
                "Crypto", "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "NIOCore", "NIOPosix",
            ]),
        Module(
            "DownloadOperations", layer: 9,
            own: [
                "DownloadCore", "DownloadTransfers", "AdvancedOperations", "Operations",
                "ConcurrencyPrimitives",
            ],
            foreign: ["AsyncHTTPClient"]),
        Module(
            "DownloadedImages", layer: 10,
            own: [
                "CGD", "DownloadCore", "DownloadOperations", "AdvancedOperations", "Operations",
                "ConcurrencyPrimitives",
            ]),
        Module(
            "FoundationDownloads", layer: 10,
            own: [
                "DownloadCore", "DownloadOperations", "DownloadTransfers", "AdvancedOperations",
                "ConcurrencyPrimitives", "QueueAdapters",
            ],
            foreign: ["AsyncHTTPClient", "Foundation"]),
        Module(
            "downloads", layer: 11,
            own: [
                "CDownloadPlatform", "DownloadCore", "DownloadOperations", "DownloadTransfers",
                "FoundationDownloads", "LoopbackServer", "AdvancedOperations", "BenchmarkStatistics",
                "ChildProcesses", "ConcurrencyPrimitives", "LinuxPlatform", "OperationQueues", "Operations",
                "QueueAdapters", "QueueBenchmarking", "QueueSubjects", "RandomNumbers", "Reporting",
                "TextFormats",
            ],
            foreign: ["ArgumentParser", "Dispatch", "Foundation"]),
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

/// A passing test prints its arguments; the whole table would be pages.
extension LayerTable: CustomTestStringConvertible {
    var testDescription: String { "\(modules.count) modules" }
}
