// swift-tools-version: 6.3
import PackageDescription

/// A downloader made of operations, apart from the main package so that that one depends on no network.
let package = Package(
    name: "Downloads",
    dependencies: [
        .package(name: "OperationLab", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    ],
    targets: [
        .target(name: "CDownloadPlatform"),
        .target(
            name: "DownloadCore",
            dependencies: [
                "CDownloadPlatform",
                .product(name: "AdvancedOperations", package: "OperationLab"),
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "_LinuxPlatform", package: "OperationLab"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(
            name: "DownloadTransfers",
            dependencies: [
                "DownloadCore",
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "_LinuxPlatform", package: "OperationLab"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .target(
            name: "DownloadOperations",
            dependencies: [
                "DownloadCore", "DownloadTransfers",
                .product(name: "AdvancedOperations", package: "OperationLab"),
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "Operations", package: "OperationLab"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        .target(
            name: "FoundationDownloads",
            dependencies: [
                "DownloadCore", "DownloadOperations", "DownloadTransfers",
                .product(name: "AdvancedOperations", package: "OperationLab"),
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
            ]),
        .target(
            name: "LoopbackServer",
            dependencies: [
                "DownloadCore",
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "_LinuxPlatform", package: "OperationLab"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .testTarget(
            name: "DownloadTests",
            dependencies: [
                "DownloadCore", "DownloadOperations", "DownloadTransfers", "FoundationDownloads",
                "LoopbackServer",
                .product(name: "_ChildProcesses", package: "OperationLab"),
                .product(name: "AdvancedOperations", package: "OperationLab"),
                .product(name: "ConcurrencyPrimitives", package: "OperationLab"),
                .product(name: "OperationQueues", package: "OperationLab"),
                .product(name: "Operations", package: "OperationLab"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where !target.name.hasPrefix("C") {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    if Context.environment["OPERATIONLAB_STRICT"] == "1" {
        target.swiftSettings?.append(.treatAllWarnings(as: .error))
    }
}
