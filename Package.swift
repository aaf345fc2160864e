// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "OperationLab",
    // For clients; ARCHITECTURE.md lists their purposes.
    products: [
        "Operations", "OperationQueues", "AdvancedOperations", "FoundationCompatibility", "FoundationNetworkingCompatibility",
        "ConcurrencyPrimitives", "ScheduleExploration", "QueueConformance", "QueueConformanceTesting", "QueueBenchmarking",
        "RegressionWorker", "OperationLabTool",
    ].map { .library(name: $0, targets: [$0]) } + [
        // Only for the nested packages.
        "BenchmarkStatistics", "ChildProcesses", "FaultyQueues", "LinuxPlatform", "QueueAdapters",
        "QueueExploration", "QueueSubjects", "RandomNumbers", "Reporting", "TextFormats",
    ].map { .library(name: "_\($0)", targets: [$0]) } + [
        // Dynamic, so that it can be preloaded into a program that isn't linked to it.
        .library(name: "ScheduleInterposition", type: .dynamic, targets: ["CScheduleInterposition"]),
        .library(name: "ScheduleInstrumentation", type: .dynamic, targets: ["CScheduleInstrumentation"]),
        .executable(name: "oplab", targets: ["oplab"]),
        .executable(name: "oplab-worker", targets: ["oplab-worker"]),
        .plugin(name: "ExplorePackage", targets: ["ExplorePackage"]),
    ],
    traits: [.trait(name: "Jemalloc", description: "Allocate through jemalloc, and count allocations with it.")],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        // Only for tests: an independent reader of the written files.
        .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
    ],
    targets: [
        // Layer 0: the machine.
        .target(name: "CPlatform"),
        .target(name: "CStandardStreams"),
        .target(name: "CForkServer", dependencies: ["CPlatform"]),
        .target(name: "CThreadCount", dependencies: ["CPlatform"]),
        .target(name: "CScheduleControl", dependencies: ["CPlatform"]),
        .target(name: "CScheduleInterposition", dependencies: ["CPlatform"]),
        .target(
            name: "CScheduleInstrumentation", dependencies: ["CScheduleInterposition", "CPlatform"],
            linkerSettings: [.linkedLibrary("atomic", .when(platforms: [.linux]))]),
        .systemLibrary(name: "CJemalloc", pkgConfig: "jemalloc", providers: [.apt(["libjemalloc-dev"])]),
        .target(name: "LinuxPlatform"),
        .target(name: "ConcurrencyPrimitives", dependencies: ["CPlatform"]),
        .target(name: "RandomNumbers"),

        // Layer 1: this process, child processes, and text formats.
        .target(name: "Quiescence", dependencies: ["ConcurrencyPrimitives", "CPlatform", "LinuxPlatform"]),
        .target(name: "ChildProcesses", dependencies: [
            "CForkServer", "CPlatform", "ConcurrencyPrimitives", "LinuxPlatform",
            .product(name: "Subprocess", package: "swift-subprocess"),
            .product(name: "SystemPackage", package: "swift-system"),
        ]),
        .target(name: "TextFormats", dependencies: ["CPlatform", "LinuxPlatform"]),

        // Layer 2: the explorer of schedules, the model, and statistics.
        .target(name: "ScheduleExploration", dependencies: [
            "ConcurrencyPrimitives", "CPlatform", "CScheduleControl", "LinuxPlatform", "Quiescence", "RandomNumbers", "TextFormats",
        ]),
        .target(name: "Operations", dependencies: ["ConcurrencyPrimitives", "CPlatform"]),
        .target(name: "BenchmarkStatistics", dependencies: ["LinuxPlatform", "RandomNumbers"]),

        // Layer 3: queues, adapters, the suite, the benchmark.
        .target(name: "OperationQueues", dependencies: ["Operations", "ConcurrencyPrimitives", "CPlatform", "LinuxPlatform"]),
        .target(name: "QueueAdapters", dependencies: ["Operations", "ConcurrencyPrimitives"]),
        .target(name: "QueueConformance", dependencies: [
            "RandomNumbers", "Operations", "ConcurrencyPrimitives", "CPlatform", "LinuxPlatform",
            "Quiescence", "ChildProcesses", "BenchmarkStatistics",
        ]),
        .target(name: "QueueBenchmarking", dependencies: [
            "RandomNumbers", "Operations", "ConcurrencyPrimitives", "CPlatform", "CThreadCount",
            "LinuxPlatform", "ChildProcesses", "BenchmarkStatistics", "TextFormats",
            .product(name: "Histogram", package: "hdrhistogram-swift"),
            .target(name: "CJemalloc", condition: .when(platforms: [.linux], traits: ["Jemalloc"])),
        ]),

        // Layer 4: extensions of the queues, explored rules, the gate and its workers, and faulty queues.
        .target(name: "AdvancedOperations", dependencies: [
            "OperationQueues", "Operations", "ConcurrencyPrimitives", "LinuxPlatform", "RandomNumbers",
        ]),
        .target(name: "QueueExploration", dependencies: [
            "QueueConformance", "ScheduleExploration", "Operations", "ConcurrencyPrimitives",
            "ChildProcesses", "CPlatform", "CScheduleControl", "LinuxPlatform",
        ]),
        .target(name: "QueueFuzzing", dependencies: [
            "QueueConformance", "ScheduleExploration", "Operations", "ConcurrencyPrimitives", "CPlatform",
            "RandomNumbers",
        ]),
        .target(name: "QueueExperiments", dependencies: [
            "QueueConformance", "Operations", "ConcurrencyPrimitives", "CPlatform",
        ]),
        .target(name: "RegressionWorker", dependencies: [
            "QueueBenchmarking", "QueueConformance", "Operations", "ChildProcesses",
        ]),
        .target(name: "RegressionGate", dependencies: [
            "RandomNumbers", "TextFormats", "QueueBenchmarking", "QueueConformance", "BenchmarkStatistics",
            "Operations", "ConcurrencyPrimitives", "CPlatform", "LinuxPlatform",
        ]),
        .target(
            name: "FaultyQueues",
            dependencies: ["Operations", "ConcurrencyPrimitives", "CPlatform", "QueueConformance"]),

        // Layer 5: reports, the drop-in for Foundation, and the registry of queues.
        .target(name: "Reporting", dependencies: [
            "ChildProcesses", "TextFormats", "RegressionGate", "QueueConformance", "QueueExperiments",
            "QueueBenchmarking", "QueueExploration", "ScheduleExploration", "FaultyQueues",
            "BenchmarkStatistics", "Operations", "ConcurrencyPrimitives", "LinuxPlatform",
        ]),
        .target(
            name: "FoundationCompatibility",
            dependencies: ["OperationQueues", "Operations", "QueueAdapters", "ConcurrencyPrimitives"]),
        .target(name: "QueueConformanceTesting", dependencies: [
            "QueueConformance", "QueueExploration", "ScheduleExploration", "ConcurrencyPrimitives",
            "ChildProcesses", "LinuxPlatform", "Operations",
        ]),
        .target(name: "QueueSubjects", dependencies: [
            "Operations", "ConcurrencyPrimitives", "OperationQueues", "AdvancedOperations",
            "QueueAdapters", "QueueConformance", "QueueBenchmarking", "FaultyQueues",
        ]),

        // Layer 6: the drop-in's part for the network; the tool, and the worker that a gate builds at two commits.
        .target(name: "FoundationNetworkingCompatibility", dependencies: ["FoundationCompatibility"]),
        .executableTarget(name: "oplab-worker", dependencies: ["RegressionWorker", "QueueSubjects"]),
        .executableTarget(name: "oplab", dependencies: ["OperationLabTool"]),
        .plugin(name: "ExplorePackage", capability: .command(
            intent: .custom(verb: "explore", description: "Explore this package's tests, instrumented"),
            permissions: [.writeToPackageDirectory(reason: "The build is in .build-explored.")]), path: "scripts/ExplorePackage"),
        .target(name: "OperationLabTool", dependencies: [
            "Operations", "OperationQueues", "ConcurrencyPrimitives", "QueueSubjects", "QueueConformance",
            "QueueBenchmarking", "FaultyQueues", "BenchmarkStatistics", "Reporting", "TextFormats", "CStandardStreams",
            "CPlatform", "LinuxPlatform", "ChildProcesses", "ScheduleExploration", "QueueExploration",
            "RegressionGate", "QueueExperiments", "RegressionWorker", "QueueFuzzing", "RandomNumbers",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]),

        // Tests.
        .tests(of: "LinuxPlatform"),
        .tests(of: "Quiescence", with: ["CPlatform", "ConcurrencyPrimitives", "LinuxPlatform"]),
        .tests(of: "ChildProcesses", with: ["CPlatform", "ConcurrencyPrimitives", "LinuxPlatform"]),

        .testTarget(
            name: "BenchmarkStatisticsTests",
            dependencies: ["BenchmarkStatistics", "RandomNumbers", "TestSupport"],
            exclude: ["Fixtures"]),
        .tests(of: "QueueBenchmarking", with: [
            "BenchmarkStatistics", "Operations", "OperationQueues", "ConcurrencyPrimitives", "TextFormats", "TestSupport",
        ]),
        .tests(of: "ScheduleExploration", with: [
            "StressFixture", "ChildProcesses", "ConcurrencyPrimitives", "CPlatform", "CScheduleControl", "CScheduleInterposition",
            "LinuxPlatform", "RandomNumbers", "TestSupport",
        ]),
        .testProgram("StressFixture", ["ScheduleExploration", "ConcurrencyPrimitives", "LinuxPlatform"]),
        .tests(of: "QueueAdapters", with: ["Operations", "ConcurrencyPrimitives"]),
        .tests(of: "Reporting", with: [
            "TextFormats", "RegressionGate", "QueueConformance", "QueueExperiments", "QueueBenchmarking",
            "BenchmarkStatistics", "Operations", "QueueAdapters", "TestSupport",
            .product(name: "SwiftCSV", package: "SwiftCSV"),
        ]),
        .tests(of: "RegressionGate", with: [
            "RandomNumbers", "QueueBenchmarking", "QueueConformance", "BenchmarkStatistics", "TextFormats",
            "Operations", "ConcurrencyPrimitives", "TestSupport",
        ]),
        .target(name: "TestSupport", dependencies: ["LinuxPlatform", "TextFormats"], path: "Tests/TestSupport"),
        .testProgram("JudgeFixture", [
            "FaultyQueues", "QueueConformance", "QueueBenchmarking", "QueueSubjects", "OperationQueues",
            "Operations", "ConcurrencyPrimitives", "LinuxPlatform",
        ]),
        .testProgram("GateFixture", [
            "RegressionWorker", "QueueBenchmarking", "QueueConformance", "Operations",
            "ConcurrencyPrimitives",
        ]),
        .testProgram("FaultyJudge", [
            "DefectMatrix", "FaultyQueues", "QueueConformance", "ChildProcesses", "ConcurrencyPrimitives",
            "LinuxPlatform", "TestSupport",
        ]),
        .target(
            name: "DefectMatrix", dependencies: ["FaultyQueues", "QueueConformance", "TextFormats"],
            path: "Tests/DefectMatrix"),
        .tests(of: "FaultyQueues", with: [
            "FaultyJudge", "DefectMatrix", "ConcurrencyPrimitives", "LinuxPlatform", "QueueConformance",
            "QueueExploration", "RandomNumbers", "ScheduleExploration", "TestSupport",
        ]),
        .tests(of: "Operations", with: [
            "OperationQueues", "ConcurrencyPrimitives", "LinuxPlatform", "RandomNumbers", "ScheduleExploration", "TestSupport",
        ]),
        .tests(of: "OperationQueues", with: [
            "Operations", "ConcurrencyPrimitives", "CPlatform", "LinuxPlatform", "RandomNumbers", "ScheduleExploration", "TestSupport",
        ]),
        .tests(of: "AdvancedOperations", with: [
            "FoundationCompatibility", "OperationQueues", "Operations", "ConcurrencyPrimitives", "LinuxPlatform",
            "ScheduleExploration", "TestSupport",
        ]),
        .tests(of: "QueueConformance", with: [
            "JudgeFixture", "QueueSubjects", "Operations", "OperationQueues", "ConcurrencyPrimitives",
            "ChildProcesses", "CPlatform", "LinuxPlatform", "RandomNumbers", "TestSupport",
        ]),
        .tests(of: "QueueConformanceTesting", with: [
            "ConcurrencyPrimitives", "FaultyQueues", "Operations", "QueueConformance", "QueueExploration", "QueueSubjects",
            "ScheduleExploration", "TestSupport",
        ]),
        .tests(of: "QueueFuzzing", with: ["FaultyQueues", "QueueConformance", "QueueSubjects", "Operations"]),
        .tests(of: "QueueExperiments", with: ["QueueConformance", "QueueSubjects", "Operations", "TestSupport"]),
        .tests(of: "OperationLabTool", with: [
            "oplab", "oplab-worker", "GateFixture", "OperationQueues", "Operations", "QueueConformance",
            "QueueExploration", "QueueExperiments", "QueueBenchmarking", "QueueSubjects", "Reporting",
            "TextFormats", "BenchmarkStatistics", "RegressionGate", "ConcurrencyPrimitives", "ChildProcesses",
            "LinuxPlatform", "ScheduleExploration", "TestSupport", "AdvancedOperations", .product(name: "SwiftCSV", package: "SwiftCSV"),
        ]),
        // One client written for Foundation, compiled against Foundation, and in two ways against the drop-in. None of it sees
        // what has package access, as a client's own package doesn't.
        .testTarget(
            name: "FoundationClientTests", dependencies: [
                "FoundationClientProgram", "FoundationReader", "FoundationClientLibrary", "ChildProcesses",
                "ConcurrencyPrimitives",
            ],
            packageAccess: false),
        .testTarget(
            name: "DropInClientTests", dependencies: [
                "DropInClientProgram", "DropInReader", "DropInClientLibrary", "FoundationCompatibility",
                "FoundationNetworkingCompatibility", "ChildProcesses", "ConcurrencyPrimitives",
            ],
            packageAccess: false, swiftSettings: [.define("DROP_IN")]),
        .testTarget(
            name: "AliasedClientTests", dependencies: [
                "DropInClientLibrary", "FoundationCompatibility", "FoundationNetworkingCompatibility",
                "ConcurrencyPrimitives",
            ],
            packageAccess: false, swiftSettings: [.define("ALIASED")]),
        .target(
            name: "FoundationClientLibrary", path: "Tests/FoundationClientLibrary", packageAccess: false),
        .target(
            name: "DropInClientLibrary", dependencies: ["FoundationCompatibility"],
            path: "Tests/DropInClientLibrary", packageAccess: false, swiftSettings: [.define("DROP_IN")]),
        .testProgram("FoundationClientProgram", [], packageAccess: false),
        .testProgram(
            "DropInClientProgram", ["FoundationCompatibility"], packageAccess: false,
            swiftSettings: [.define("DROP_IN")]),
        .testProgram("FoundationReader", [], packageAccess: false),
        .testProgram("DropInReader", [
            "FoundationCompatibility", "FoundationNetworkingCompatibility",
        ], packageAccess: false, swiftSettings: [.define("DROP_IN")]),
        .tests(of: "FoundationCompatibility", with: [
            "OperationQueues", "Operations", "ConcurrencyPrimitives", "QueueConformance", "QueueConformanceTesting", "QueueSubjects",
        ]),
        .testProgram("PlainClient", ["OperationQueues", "Operations"]),
        .testTarget(
            name: "ArchitectureTests", dependencies: [
                "PlainClient", "JudgeFixture", "ChildProcesses", "LinuxPlatform", "TestSupport", "TextFormats",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

extension Target {
    /// The tests of a module, in the folder that is named like it.
    static func tests(of module: String, with others: [Dependency] = []) -> Target {
        testTarget(name: "\(module)Tests", dependencies: [.byName(name: module)] + others)
    }

    /// A program that tests run. It lies beside them.
    static func testProgram(
        _ name: String, _ dependencies: [Dependency], packageAccess: Bool = true,
        swiftSettings: [SwiftSetting]? = nil
    ) -> Target {
        executableTarget(
            name: name, dependencies: dependencies, path: "Tests/\(name)", packageAccess: packageAccess,
            swiftSettings: swiftSettings)
    }
}

/// Warnings are errors in the project's own scripts. A new warning of a later compiler doesn't stop a client's build.
let warningsAreErrors = Context.environment["OPERATIONLAB_STRICT"] == "1"
/// Under ThreadSanitizer the primitives announce their ordering to it (see `Mutex`).
let underThreadSanitizer = Context.environment["OPERATIONLAB_SANITIZER"] == "thread"
/// The scripts' debug builds optimise where the tests spend their time, and keep assertions.
let optimised =
    ["ConcurrencyPrimitives", "RandomNumbers", "BenchmarkStatistics", "ScheduleExploration", "Operations"]
    + ["OperationQueues", "QueueConformance", "FaultyQueues", "QueueExploration", "QueueSubjects"]
/// Their release builds don't optimise what nobody times: that would take more than a minute.
let unoptimised = ["FaultyQueues", "OperationLabTool", "QueueExperiments", "RegressionGate", "Reporting"]
func speed(of module: String) -> [SwiftSetting] {
    [(optimised, "-O", "Debug", BuildConfiguration.debug), (unoptimised, "-Onone", "Release", .release)]
        .filter { $0.0.contains(module) }
        .map { .unsafeFlags([$0.1, "-assert-config", $0.2], .when(configuration: $0.3)) }
}

for target in package.targets
where ![.system, .plugin].contains(target.type) && target.name.prefixMatch(of: /C[A-Z]/) == nil {
    var settings = target.swiftSettings ?? []
    settings += [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    if warningsAreErrors { settings += [.treatAllWarnings(as: .error)] + speed(of: target.name) }
    if underThreadSanitizer { settings.append(.define("TSAN")) }
    target.swiftSettings = settings
}
