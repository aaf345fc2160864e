// swift-tools-version: 6.3
import PackageDescription

/// A stranger's package, that tests components of its own with the explorer of schedules: one that uses this project's
/// primitives, and one that knows nothing of this project.
let package = Package(
    name: "ExplorationClient",
    dependencies: [.package(name: "OperationLab", path: "../../..")],
    targets: [
        .target(
            name: "Cache", dependencies: [.product(name: "ConcurrencyPrimitives", package: "OperationLab")]),
        .testTarget(
            name: "CacheTests",
            dependencies: [
                "Cache", .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "ScheduleExploration", package: "OperationLab"),
            ]),
        .testTarget(
            name: "MemoryTests",
            dependencies: [.product(name: "ScheduleExploration", package: "OperationLab")]),
        .target(name: "Counters"),
        .testTarget(
            name: "CountersTests",
            dependencies: [
                "Counters", .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "ScheduleExploration", package: "OperationLab"),
                .product(name: "QueueConformanceTesting", package: "OperationLab"),
                .product(name: "ScheduleInterposition", package: "OperationLab"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
