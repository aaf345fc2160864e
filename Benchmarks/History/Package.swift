// swift-tools-version: 6.3
import PackageDescription

func lab(_ name: String) -> Target.Dependency { .product(name: name, package: "OperationLab") }
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")

/// The results of many commits and machines in one database, and where they change. A package of its own because of GRDB.
let package = Package(
    name: "History",
    dependencies: [
        .package(name: "OperationLab", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    ],
    targets: [
        .target(
            name: "ChangePoints",
            dependencies: [lab("_BenchmarkStatistics"), lab("_LinuxPlatform"), lab("_RandomNumbers")]),
        .target(
            name: "HistoryStore",
            dependencies: [
                grdb, lab("QueueBenchmarking"), lab("_BenchmarkStatistics"), lab("_RandomNumbers"),
                lab("_Reporting"), lab("_TextFormats"),
            ]),
        .target(
            name: "HistoryReports",
            dependencies: [
                "ChangePoints", "HistoryStore", lab("QueueBenchmarking"), lab("_BenchmarkStatistics"),
                lab("_LinuxPlatform"), lab("_RandomNumbers"), lab("_TextFormats"),
            ]),
        .executableTarget(
            name: "oplab-history",
            dependencies: [
                "ChangePoints", "HistoryReports", "HistoryStore", lab("QueueBenchmarking"),
                lab("_ChildProcesses"), lab("_LinuxPlatform"), lab("_TextFormats"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "ChangePointsTests",
            dependencies: ["ChangePoints", lab("_BenchmarkStatistics"), lab("_RandomNumbers")]),
        .target(
            name: "HistoryTestSupport",
            dependencies: [lab("QueueBenchmarking"), lab("_Reporting"), lab("_TextFormats")],
            path: "Tests/HistoryTestSupport"),
        .testTarget(
            name: "HistoryStoreTests",
            dependencies: [
                "HistoryStore", "HistoryTestSupport", grdb, lab("QueueBenchmarking"), lab("_Reporting"),
                lab("_TextFormats"),
            ]),
        .testTarget(
            name: "HistoryReportsTests",
            dependencies: [
                "ChangePoints", "HistoryReports", "HistoryStore", "HistoryTestSupport",
                lab("QueueBenchmarking"),
                lab("_BenchmarkStatistics"), lab("_RandomNumbers"),
            ]),
        .testTarget(
            name: "HistoryToolTests",
            dependencies: [
                "HistoryTestSupport", "oplab-history", lab("_ChildProcesses"), lab("_LinuxPlatform"),
                lab("_TextFormats"),
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
        // The permutations take most of the time, and the assertions little of it.
        if target.name == "ChangePoints" {
            target.swiftSettings?.append(
                .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
        }
    }
}
