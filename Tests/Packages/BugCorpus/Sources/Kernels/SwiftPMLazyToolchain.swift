import Foundation

/// A toolchain that finds out its version when it is first asked, into a `lazy` property. Several threads ask.
///
/// swiftlang/swift-package-manager, pull request 9356, "Make lazy properties in UserToolchain thread safe":
/// https://github.com/swiftlang/swift-package-manager/pull/9356
final class Toolchain: @unchecked Sendable {
    private let lock = NSLock()
    private let computations = Counter()
    private lazy var computedVersion = computeVersion()
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    var version: Int { isFixed ? lock.withLock { computedVersion } : computedVersion }
    var computationCount: Int { computations.value }

    private func computeVersion() -> Int {
        computations.add()
        return 6
    }
}

extension Bug {
    static let swiftPMLazyToolchain = Bug(
        name: "SwiftPMLazyToolchain", project: "swiftlang/swift-package-manager",
        citation: "https://github.com/swiftlang/swift-package-manager/pull/9356", family: .lazyInitialisation
    ) { isFixed, expect in
        let toolchain = Toolchain(isFixed: isFixed)
        let other = Task { toolchain.version }
        let mine = toolchain.version
        let others = await other.value
        expect(mine == others, "\(mine), \(others)")
        expect(toolchain.computationCount == 1, "computed \(toolchain.computationCount) times")
    }
}
