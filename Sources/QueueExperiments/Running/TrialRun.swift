internal import ConcurrencyPrimitives
private import Dispatch
internal import Operations
internal import QueueConformance

/// Runs a plan on a queue, once.
struct TrialRun<Subject: ConformanceSubject>: Sendable {
    private let plan: TrialPlan
    private let subject: Subject
    private let pace: Pace
    private let recorder: TimelineRecorder

    init(_ plan: TrialPlan, on subject: Subject, _ pace: Pace) {
        self.plan = plan
        self.subject = subject
        self.pace = pace
        recorder = TimelineRecorder(names: plan.members.map(\.name))
    }

    /// Returns when all operations have ended, or the time is up.
    ///
    /// - Throws: ``CancellationError`` if the calling task is cancelled.
    func timeline() async throws -> Timeline {
        let operations = try operations()
        let queue = try queue()
        let recorder = recorder
        Self.run(on: plan.caller) {
            for (index, operation) in operations.enumerated() {
                recorder.stamp(\.called, of: index)
                if let queue { queue.addOperation(operation) } else { operation.start() }
            }
        }
        let isOver = recorder.isOver
        let patience = DeadlineTimer(after: pace.patience) { isOver.open() }
        await withTaskCancellationHandler {
            await isOver.wait()
        } onCancel: {
            isOver.open()
        }
        patience.cancel()
        try Task.checkCancellation()
        // A queue may drop its operations when it is released.
        return withExtendedLifetime(queue) { recorder.timeline }
    }

    private static func run(on caller: TrialPlan.Caller, _ body: @escaping @Sendable () -> Void) {
        switch caller {
        case .mainThread: WorkerThread.start(on: .main, body)
        case .anotherThread: SystemThread.start(body)
        }
    }

    /// The queue; nil if the operations are started by hand.
    private func queue() throws -> Subject.Queue? {
        switch plan.way {
        case .byHand: return nil
        case .mainQueue: return try subject.mainQueue()
        case .ownQueue(let limit):
            let queue = subject.makeQueue()
            if let limit { try queue.limited.setMaxConcurrentOperationCount(limit) }
            return queue
        }
    }

    private func operations() throws -> [Subject.Operation] {
        let operations = try plan.members.indices.map { index in
            switch plan.design {
            case .synchronous: synchronous(index)
            case .asynchronous: try asynchronous(index)
            }
        }
        for (operation, member) in zip(operations, plan.members) {
            for (other, name) in zip(operations, plan.members.map(\.name))
            where member.dependencies.contains(name) {
                operation.addDependency(other)
            }
        }
        return operations
    }

    private func synchronous(_ index: Int) -> Subject.Operation {
        subject.makeOperation { [recorder, pace] _ in
            recorder.stampBegin(of: index)
            // Work that waits, as for a network: it needs a thread, and no processor.
            _ = Parker().park(timeout: pace.work)
            recorder.stampEnd(of: index)
        }
    }

    private func asynchronous(_ index: Int) throws -> Subject.Operation {
        try subject.makeStartOverride { [recorder, pace] _, control in
            recorder.stampBegin(of: index)
            control.announceExecuting()
            _ = DeadlineTimer(after: pace.work) {
                // The timer's thread is shared, and an announcement runs client code.
                WorkerThread.start {
                    recorder.stampEnd(of: index)
                    control.announceFinished()
                }
            }
            recorder.stamp(\.returned, of: index)
        }
    }
}
