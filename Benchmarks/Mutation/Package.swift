// swift-tools-version: 6.3
import PackageDescription

func lab(_ name: String) -> Target.Dependency { .product(name: name, package: "OperationLab") }
func syntax(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-syntax") }

/// Changes the project's code in many small ways, and measures which of the changes its rules and tests notice. A package of
/// its own because of swift-syntax.
let package = Package(
    name: "Mutation",
    dependencies: [
        .package(name: "OperationLab", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
    ],
    targets: [
        .target(
            name: "MutationOperators",
            dependencies: [syntax("SwiftSyntax"), syntax("SwiftParser"), syntax("SwiftOperators")]),
        .target(
            name: "MutationJudging",
            dependencies: [
                "MutationOperators", lab("ConcurrencyPrimitives"), lab("_ChildProcesses"),
                lab("_LinuxPlatform"), lab("_RandomNumbers"), lab("_TextFormats"),
            ]),
        .executableTarget(
            name: "mutate",
            dependencies: [
                "MutationJudging", "MutationOperators", lab("ConcurrencyPrimitives"), lab("_LinuxPlatform"),
                lab("_RandomNumbers"), lab("_TextFormats"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(name: "MutationOperatorsTests", dependencies: ["MutationOperators"]),
        .testTarget(
            name: "MutationJudgingTests",
            dependencies: [
                "MutationJudging", "MutationOperators", lab("_ChildProcesses"), lab("_TextFormats"),
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
