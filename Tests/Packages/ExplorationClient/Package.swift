// swift-tools-version: 6.3
import PackageDescription

/// A stranger's package, that tests a component of its own with the explorer of schedules.
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
    ],
    swiftLanguageModes: [.v6]
)
