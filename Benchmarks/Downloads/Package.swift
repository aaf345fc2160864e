// swift-tools-version: 6.3
import PackageDescription

func lab(_ name: String) -> Target.Dependency { .product(name: name, package: "OperationLab") }
func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

/// A downloader made of operations, apart from the main package so that that one depends on no network.
let package = Package(
    name: "Downloads",
    products: [
        .library(
            name: "Downloads",
            targets: ["DownloadCore", "DownloadOperations", "DownloadTransfers", "DownloadedImages"]),
        .executable(name: "downloads", targets: ["downloads"]),
    ],
    dependencies: [
        .package(name: "OperationLab", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .target(name: "CDownloadPlatform"),
        // Installed by 'setup' beside this file.
        .systemLibrary(name: "CGD", providers: [.apt(["libgd-dev"])]),

        .target(
            name: "DownloadCore",
            dependencies: [
                "CDownloadPlatform", lab("AdvancedOperations"), lab("ConcurrencyPrimitives"),
                lab("_LinuxPlatform"),
                crypto,
            ]),
        .target(
            name: "DownloadTransfers",
            dependencies: [
                "DownloadCore", lab("ConcurrencyPrimitives"), lab("_LinuxPlatform"), asyncHTTPClient,
                nio("NIOCore"),
                nio("NIOHTTP1"), nio("NIOPosix"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
            ]),
        .target(
            name: "DownloadOperations",
            dependencies: [
                "DownloadCore", "DownloadTransfers", lab("AdvancedOperations"), lab("ConcurrencyPrimitives"),
                lab("Operations"), asyncHTTPClient,
            ]),
        .target(
            name: "DownloadedImages",
            dependencies: [
                "CGD", "DownloadCore", "DownloadOperations", lab("AdvancedOperations"),
                lab("ConcurrencyPrimitives"),
                lab("Operations"),
            ]),
        .target(
            name: "FoundationDownloads",
            dependencies: [
                "DownloadCore", "DownloadOperations", "DownloadTransfers", lab("AdvancedOperations"),
                lab("ConcurrencyPrimitives"), lab("_QueueAdapters"), asyncHTTPClient,
            ]),
        .target(
            name: "LoopbackServer",
            dependencies: [
                "DownloadCore", lab("ConcurrencyPrimitives"), lab("_LinuxPlatform"), crypto, nio("NIOCore"),
                nio("NIOPosix"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "downloads",
            dependencies: [
                "CDownloadPlatform", "DownloadCore", "DownloadOperations", "DownloadTransfers",
                "FoundationDownloads",
                "LoopbackServer", lab("AdvancedOperations"), lab("ConcurrencyPrimitives"),
                lab("OperationQueues"),
                lab("Operations"), lab("QueueBenchmarking"), lab("_BenchmarkStatistics"),
                lab("_ChildProcesses"), lab("_LinuxPlatform"),
                lab("_QueueAdapters"), lab("_QueueSubjects"), lab("_RandomNumbers"), lab("_Reporting"),
                lab("_TextFormats"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        .testTarget(name: "DownloadCoreTests", dependencies: ["DownloadCore", crypto]),
        .testTarget(
            name: "DownloadTests",
            dependencies: [
                "CGD", "DownloadCore", "DownloadOperations", "DownloadTransfers", "DownloadedImages",
                "FoundationDownloads", "LoopbackServer", lab("AdvancedOperations"),
                lab("ConcurrencyPrimitives"),
                lab("OperationQueues"), lab("Operations"), lab("_ChildProcesses"), nio("NIOCore"),
            ]),
        .testTarget(
            name: "downloadsTests",
            dependencies: [
                "DownloadCore", "DownloadOperations", "LoopbackServer", "downloads",
                lab("ConcurrencyPrimitives"),
                lab("QueueBenchmarking"), lab("_BenchmarkStatistics"), lab("_ChildProcesses"),
                lab("_LinuxPlatform"),
                lab("_RandomNumbers"),
                lab("_Reporting"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where !["CDownloadPlatform", "CGD"].contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    if Context.environment["OPERATIONLAB_STRICT"] == "1" {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
