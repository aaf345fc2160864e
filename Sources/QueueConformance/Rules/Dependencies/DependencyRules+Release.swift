internal import ConcurrencyPrimitives
internal import Operations

/// Graphs that are released: 3.16.
extension DependencyRules {
    /// What waits for what in a graph of operations.
    private enum Shape: String, CaseIterable {
        /// Each waits for the one before it.
        case chain
        /// Two wait for the two before them.
        case ladder
        /// One waits for all others but one, for which those wait.
        case fan
        /// What barriers amount to: eight wait for one, which waits for the eight before it.
        case barriers = "list of barriers"
    }

    static let graphIsReleasedRule = Rule(
        "3.16",
        "Releasing a graph of any shape (chain, ladder, fan, list of barriers) of 200,000 operations that never ran needs "
            + "bounded stack and linear time.",
        sources: [.own], needs: [.lifeCycle, .dependencies], isolation: .ownProcess,
        cases: Shape.allCases.map(\.rawValue)
    ) { try await graphIsReleased($0, $1) }

    /// Fewer than the rule says show the same, and are made four times as fast.
    private static let size = 50_000

    /// A level of recursion takes 48 bytes at least, so this is enough for no more than 11,000 of them.
    private static let stackSize: UInt64 = 512 * 1_024

    /// What only a quadratic cost exceeds: 40 µs for each operation, or less than a nanosecond for each pair of them.
    private static let budget: UInt64 = 2_000_000_000

    private static func graphIsReleased<Subject: ConformanceSubject>(
        _ subject: Subject, _ probe: Probe
    ) async throws {
        let shape: Shape = probe.caseValue()
        let body = WeakReference()
        let ends = Mutex<[Subject.Operation]>([])
        try await probe.onThread("a graph of \(size) operations to be made") {
            let held = Body()
            body.object = held
            let made = graph(shape, subject) { subject.makeOperation { _ in withExtendedLifetime(held) {} } }
            ends.withLock { $0 = made }
        }
        // Without a handler of its own, a thread that exhausts its stack ends the process.
        SystemThread.start(stackSize: stackSize) {
            var last = ends.withLock { ends in
                defer { ends = [] }
                return ends
            }
            while last.popLast() != nil {}
        }
        try await probe.settle(
            within: budget,
            orElse:
                "a \(shape.rawValue) of \(size) operations to be released in time that is linear in their number"
        )
        try probe.expect(
            !body.isAlive, "all operations of a \(shape.rawValue) to be released when nobody holds its end",
            observed: "the body of one was still held when the end had been let go")
    }

    private final class Body: Sendable {}

    /// - Returns: The operations that none of the others waits for.
    private static func graph<Subject: ConformanceSubject>(
        _ shape: Shape, _ subject: Subject, _ make: () -> Subject.Operation
    ) -> [Subject.Operation] {
        switch shape {
        case .chain: return Array(layers(of: 1, size) { _ in make() }.suffix(1))
        case .ladder: return Array(layers(of: 2, size) { _ in make() }.suffix(2))
        case .fan:
            let (first, last) = (make(), make())
            for _ in 2..<size {
                let middle = make()
                middle.addDependency(first)
                last.addDependency(middle)
            }
            return [last]
        case .barriers:
            var barrier = make()
            for _ in 0..<(size / 9) {
                let next = make()
                for _ in 1...8 {
                    let between = make()
                    between.addDependency(barrier)
                    next.addDependency(between)
                }
                barrier = next
            }
            return [barrier]
        }
    }
}
