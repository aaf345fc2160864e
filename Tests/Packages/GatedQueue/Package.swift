// swift-tools-version: 6.3
import PackageDescription

/// A stranger's package with a queue. Its tests judge it. TinyQueueLab is a tool for it, with the commands of
/// `oplab`. TinyQueueWorker, built at two commits, is what `oplab gate` compares.
let package = Package(
    name: "GatedQueue",
    dependencies: [.package(name: "OperationLab", path: "../../..", traits: ["Jemalloc"])],
    targets: [
        .target(
            name: "TinyQueue",
            dependencies: [
                .product(name: "Operations", package: "OperationLab"),
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
            ]),
        .target(
            name: "TinyQueueSubject",
            dependencies: [
                "TinyQueue", .product(name: "QueueBenchmarking", package: "OperationLab"),
                .product(name: "QueueConformance", package: "OperationLab"),
            ]),
        .executableTarget(
            name: "TinyQueueLab",
            dependencies: [
                "TinyQueueSubject", .product(name: "OperationLabTool", package: "OperationLab"),
                .product(name: "OperationQueues", package: "OperationLab"),
            ]),
        .testTarget(
            name: "TinyQueueTests",
            dependencies: [
                "TinyQueueSubject", .product(name: "QueueConformanceTesting", package: "OperationLab"),
            ]),
        .executableTarget(
            name: "TinyQueueWorker",
            dependencies: ["TinyQueueSubject", .product(name: "RegressionWorker", package: "OperationLab")]),
    ],
    swiftLanguageModes: [.v6]
)

// For the gate's own test: changes of the queue, as a head would have them.
if let change = Context.environment["TINY_QUEUE_CHANGE"] {
    for target in package.targets { target.swiftSettings = [.define(change)] }
}
