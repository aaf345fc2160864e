// What scripts/explore-async-algorithms adds to the released manifest. Of the tests it leaves those of the channels, of merge and of
// share, with what they share; a validation diagram needs two of the other targets.
package.products.removeAll { $0.name == "AsyncStreaming" }
package.targets.removeAll { ["AsyncStreaming", "AsyncStreamingTests"].contains($0.name) }
package.dependencies.append(.package(name: "OperationLab", path: "../.."))
for target in package.targets where target.name == "AsyncAlgorithmsTests" {
    target.dependencies += ["ScheduleExploration", "ScheduleInterposition"]
        .map { .product(name: $0, package: "OperationLab") }
    target.sources =
        ["Channel", "ThrowingChannel", "Merge", "Share"].map { "Test\($0).swift" } + ["Support", "Explored"]
}
