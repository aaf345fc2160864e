// swift-tools-version: 6.3
import PackageDescription

/// Benchmarks of OperationLab's own parts, in a separate package so that its users don't build them.
let package = Package(
    name: "OperationLabBenchmarks",
    dependencies: [
        .package(name: "OperationLab", path: "..")
    ],
    targets: [
        .executableTarget(
            name: "PrimitivesCost",
            dependencies: [
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "_LinuxPlatform", package: "OperationLab"),
                .product(name: "_RandomNumbers", package: "OperationLab"),
            ]),
        .executableTarget(
            name: "ExplorationRate",
            dependencies: [
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "ScheduleExploration", package: "OperationLab"),
                .product(name: "Operations", package: "OperationLab"),
                .product(name: "OperationQueues", package: "OperationLab"),
                .product(name: "_LinuxPlatform", package: "OperationLab"),
            ]),
        .executableTarget(
            name: "RaceSearch",
            dependencies: [
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "ScheduleExploration", package: "OperationLab"),
                .product(name: "QueueConformance", package: "OperationLab"),
                .product(name: "_QueueExploration", package: "OperationLab"),
                .product(name: "_FaultyQueues", package: "OperationLab"),
                .product(name: "_ChildProcesses", package: "OperationLab"),
                .product(name: "_LinuxPlatform", package: "OperationLab"),
                .product(name: "_RandomNumbers", package: "OperationLab"),
                .product(name: "_TextFormats", package: "OperationLab"),
            ]),
        // One source, compiled twice: each folder links to DefaultLimit, and to the operations of the drop-in's tests.
        .executableTarget(name: "FoundationDefaultLimit", packageAccess: false),
        .executableTarget(
            name: "DropInDefaultLimit",
            dependencies: [.product(name: "FoundationCompatibility", package: "OperationLab")],
            packageAccess: false, swiftSettings: [.define("DROP_IN")]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    var settings = target.swiftSettings ?? []
    settings += [
        // Unrolling only one of the two loops would distort the cost of an operation.
        .unsafeFlags(["-Xllvm", "-unroll-runtime=false", "-Xllvm", "-unroll-count=1"]),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    if Context.environment["OPERATIONLAB_STRICT"] == "1" { settings.append(.treatAllWarnings(as: .error)) }
    target.swiftSettings = settings
}
