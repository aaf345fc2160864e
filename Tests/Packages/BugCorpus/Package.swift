// swift-tools-version: 6.3
import PackageDescription

/// Kernels of concurrency bugs that public Swift projects had, for the explorer of schedules to find.
let package = Package(
    name: "BugCorpus",
    dependencies: [.package(name: "OperationLab", path: "../../..")],
    targets: [
        .target(name: "Kernels"),
        .target(name: "Shapes"),
        .target(name: "CorpusPrograms", dependencies: ["Kernels", "Shapes"]),
        .executableTarget(
            name: "corpus-on-threads",
            dependencies: [
                "CorpusPrograms", "Kernels", "Shapes",
                .product(name: "_LinuxPlatform", package: "OperationLab"),
            ]),
        .testTarget(
            name: "ThreadRunTests",
            dependencies: [
                "CorpusPrograms", "Kernels", "Shapes", "corpus-on-threads",
                .product(name: "_LinuxPlatform", package: "OperationLab"),
            ]),
        .testTarget(
            name: "CorpusTests",
            dependencies: [
                "CorpusPrograms", "Kernels", "Shapes",
                .product(name: "ScheduleExploration", package: "OperationLab"),
                .product(name: "ScheduleInterposition", package: "OperationLab"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
