// swift-tools-version: 6.3
import PackageDescription

func lab(_ name: String) -> Target.Dependency { .product(name: name, package: "OperationLab") }

/// The results of many commits, and where they change.
let package = Package(
    name: "History",
    dependencies: [
        .package(name: "OperationLab", path: "../..")
    ],
    targets: [
        .target(
            name: "ChangePoints",
            dependencies: [lab("_BenchmarkStatistics"), lab("_LinuxPlatform"), lab("_RandomNumbers")]),
        .testTarget(
            name: "ChangePointsTests",
            dependencies: ["ChangePoints", lab("_BenchmarkStatistics"), lab("_RandomNumbers")]),
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
