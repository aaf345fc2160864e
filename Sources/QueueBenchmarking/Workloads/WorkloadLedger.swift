/// Checks a run of a workload: each operation ran once, after its dependencies, or was cancelled.
final class WorkloadLedger: Ledger {
    let lanes: [WorkloadLane]
    private let order: WorkloadOrder?

    /// - Parameters:
    ///   - workload: The operations.
    ///   - kernel: What computes.
    ///   - isExclusive: Whether operations must run one at a time, in the order of adding.
    init(_ workload: Workload, kernel: SpinKernel, isExclusive: Bool) {
        let order = isExclusive ? WorkloadOrder() : nil
        lanes = (0..<workload.producers).map {
            WorkloadLane(workload, producer: $0, kernel: kernel, order: order)
        }
        self.order = order
    }

    func violation(keepsOrder: Bool) -> String? {
        let counts = lanes.map(\.counts)
        let total = lanes.reduce(0) { $0 + $1.added }
        func sum(_ count: KeyPath<WorkloadLane.Counts, Int>) -> Int {
            counts.reduce(0) { $0 + $1[keyPath: count] }
        }
        func sentence(_ count: KeyPath<WorkloadLane.Counts, Int>, _ what: String) -> String? {
            let number = sum(count)
            return number > 0 ? "\(number) \(what)" : nil
        }
        let lost = lanes.compactMap(\.lost).first.map {
            "the queue was idle though operation \($0) had not run, and no further ones were added"
        }
        return RunOutcome.joined([
            sentence(\.missing, "of \(total) operations had not run"), lost,
            sentence(\.repeated, "of \(total) operations ran more than once"),
            sentence(\.early, "times an operation ran before one that it depends on"),
            sentence(\.disobedient, "operations ran that had been cancelled before they were added"),
            order?.violation(keepsOrder: keepsOrder),
        ])
    }
}
