// swift-tools-version: 6.3
import PackageDescription

/// Observers for the logging, tracing and metrics packages that server applications use, apart from the main package so that
/// it depends on none of them.
let package = Package(
    name: "OperationObservability",
    products: [
        .library(name: "OperationObservability", targets: ["OperationObservability"])
    ],
    dependencies: [
        .package(name: "OperationLab", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    ],
    targets: [
        .target(
            name: "OperationObservability",
            dependencies: [
                .product(name: "AdvancedOperations", package: "OperationLab"),
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "Operations", package: "OperationLab"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ]),
        .testTarget(
            name: "OperationObservabilityTests",
            dependencies: [
                "OperationObservability",
                .product(name: "AdvancedOperations", package: "OperationLab"),
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "OperationQueues", package: "OperationLab"),
                .product(name: "Operations", package: "OperationLab"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    if Context.environment["OPERATIONLAB_STRICT"] == "1" {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
