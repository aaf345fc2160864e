internal import ConcurrencyPrimitives
internal import Operations
internal import QueueConformance
internal import ScheduleExploration

extension ExplorationBook {
    static let completion = [
        ExploredRule(
            "9.8", "completion blocks that wait for what their queue has yet to run, after short ones",
            needs: [.completionBlocks, .lifeCycle, .suspension, .concurrencyLimit],
            covers: ["waited in a block"]
        ) { try await waitingBlocks($0) }
    ]

    /// So many blocks before that a queue may take the next one to be short, too.
    private static var shortBlocks: Int { 8 }

    /// Some blocks wait for an operation behind their own, and others for what is added when the queue has become empty.
    private static func waitingBlocks<Subject: ExplorableSubject>(_ subject: Subject) async throws {
        try await wait(in: 1, isLate: false, subject.makeQueue(limit: 1), subject)
        try await wait(in: 2, isLate: true, subject.makeQueue(limit: 2), subject)
    }

    /// - Parameters:
    ///   - waiting: How many blocks wait, after the short ones.
    ///   - isLate: Whether what they wait for is added when the others have ended.
    private static func wait<Subject: ExplorableSubject>(
        in waiting: Int, isLate: Bool, _ queue: Subject.Queue, _ subject: Subject
    ) async throws {
        let count = shortBlocks + waiting
        let (bodies, blocks) = (ExploredBodies(count + 1), ExploredBodies(count))
        let operations = subject.operations(count + 1, bodies)
        let awaited = operations[count]
        let ended = (0..<count).map { _ in Latch() }
        for index in 0..<count {
            operations[index].completionBlock = {
                blocks.run(index) {
                    if index < shortBlocks { return }
                    if !awaited.isFinished { ExploredSchedule.cover("waited in a block") }
                    awaited.waitUntilFinished()
                }
                ended[index].open()
            }
        }
        let suspendable = try queue.suspendable
        suspendable.setSuspended(true)
        queue.addTogether(isLate ? operations.dropLast() : operations)
        suspendable.setSuspended(false)
        await queue.waitUntilAllOperationsAreFinished()
        if isLate { queue.addOperation(awaited) }
        for latch in ended { await latch.wait() }
        await queue.waitUntilAllOperationsAreFinished()
        bodies.expectOnce(0...count)
        blocks.expectOnce(0..<count)
    }
}
