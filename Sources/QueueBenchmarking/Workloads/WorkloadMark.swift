/// The work of the operations of a lane. It holds no counted reference, as ``OperationMark`` doesn't.
///
/// `@unchecked Sendable`: the lane is, and a `WorkloadLedger` keeps it until the queue has run every operation, or for good if
/// it hasn't.
struct WorkloadMark: @unchecked Sendable {
    private let lane: Unmanaged<WorkloadLane>

    init(_ lane: WorkloadLane) { self.lane = .passUnretained(lane) }

    func run(_ index: Int) { lane._withUnsafeGuaranteedRef { $0.run(index) } }

    func runCancelled(_ index: Int, _ run: CancelledRun) {
        lane._withUnsafeGuaranteedRef { $0.runCancelled(index, run) }
    }
}
