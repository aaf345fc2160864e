// swift-tools-version: 6.3
import PackageDescription

/// Queues of other projects, and well-known designs of queues, under the rules. `scripts/matrix` writes the table.
let package = Package(
    name: "QueueMatrix",
    dependencies: [
        .package(name: "OperationLab", path: "../..", traits: ["Jemalloc"]),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms.git", from: "1.1.0"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    ],
    targets: [
        .target(
            name: "TaskQueueDesigns",
            dependencies: [.product(name: "ConcurrencyPrimitives", package: "OperationLab")]),
        .target(
            name: "MatrixSubjects",
            dependencies: [
                "TaskQueueDesigns", .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "QueueConformance", package: "OperationLab"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        .executableTarget(
            name: "QueueMatrix",
            dependencies: ["MatrixSubjects", .product(name: "OperationLabTool", package: "OperationLab")]),
        .testTarget(
            name: "MatrixSubjectsTests",
            dependencies: [
                "MatrixSubjects", .product(name: "QueueConformanceTesting", package: "OperationLab"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
