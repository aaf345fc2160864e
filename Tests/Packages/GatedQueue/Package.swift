// swift-tools-version: 6.3
import PackageDescription

/// A stranger's package, with a queue that is gated: TinyQueueWorker, built at two commits, is what `oplab gate`
/// compares.
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
        .executableTarget(
            name: "TinyQueueWorker",
            dependencies: [
                "TinyQueue", .product(name: "RegressionWorker", package: "OperationLab"),
                .product(name: "QueueBenchmarking", package: "OperationLab"),
                .product(name: "QueueConformance", package: "OperationLab"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// For the gate's own test: changes of the queue, as a head would have them.
if let change = Context.environment["TINY_QUEUE_CHANGE"] {
    for target in package.targets { target.swiftSettings = [.define(change)] }
}
