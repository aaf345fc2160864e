private import ConcurrencyPrimitives
internal import DownloadCore
internal import DownloadOperations
internal import DownloadTransfers
private import FoundationDownloads
internal import OperationQueues
internal import Operations
internal import QueueAdapters
internal import QueueBenchmarking
internal import QueueSubjects

private import class Foundation.OperationQueue

/// A queue that downloads are measured on: one operation, or child task, a file.
protocol DownloadingSubject: BenchmarkSubject {
    /// The designs that it can run.
    var designs: Set<DownloadDesign> { get }

    /// Downloads all of them, up to `limit` at a time, as users of the queue would, and has what that took recorded.
    func download(
        _ plans: [DownloadPlan], _ design: DownloadDesign, limit: Int, by clients: DownloadClients,
        _ recorder: RunRecorder) async
}

extension DownloadingSubject {
    var designs: Set<DownloadDesign> { Set(DownloadDesign.allCases) }
}

extension LockSubject: DownloadingSubject {
    func download(
        _ plans: [DownloadPlan], _ design: DownloadDesign, limit: Int, by clients: DownloadClients,
        _ recorder: RunRecorder
    ) async {
        let queue = makeQueue(limit: limit)
        await onThread {
            recorder.measure {
                for plan in plans { queue.addOperation(design.makeAttempt(plan, by: clients)) }
                queue.waitUntilAllOperationsAreFinished()
            }
        }
    }
}

extension ActorSubject: DownloadingSubject {
    func download(
        _ plans: [DownloadPlan], _ design: DownloadDesign, limit: Int, by clients: DownloadClients,
        _ recorder: RunRecorder
    ) async {
        let queue = makeQueue(limit: limit)
        await recorder.measure {
            for plan in plans { queue.addOperation(design.makeAttempt(plan, by: clients)) }
            await queue.waitUntilAllOperationsAreFinished()
        }
    }
}

extension FoundationSubject: DownloadingSubject {
    func download(
        _ plans: [DownloadPlan], _ design: DownloadDesign, limit: Int, by clients: DownloadClients,
        _ recorder: RunRecorder
    ) async {
        let queue = makeQueue(limit: limit).base
        await onThread {
            recorder.measure {
                for plan in plans {
                    queue.addOperation(design.makeFoundationAttempt(plan, by: clients) { _ in })
                }
                queue.waitUntilAllOperationsAreFinished()
            }
        }
    }
}

/// A task group, in which a child is added when another has ended: what a queue is compared with.
struct PlainTaskGroupSubject: DownloadingSubject {
    typealias Queue = TaskGroupQueue

    let name = "task-group"
    let summary = "a task group that is given a child when another has ended"
    let driver = QueueDriver<TaskGroupQueue>.scope { await TaskGroupQueue.scope($0) }
    let designs: Set<DownloadDesign> = [.async]

    func makeQueue(limit: Int) -> TaskGroupQueue { preconditionFailure("a task group lives in a scope") }

    func download(
        _ plans: [DownloadPlan], _ design: DownloadDesign, limit: Int, by clients: DownloadClients,
        _ recorder: RunRecorder
    ) async {
        await recorder.measure {
            await withTaskGroup(of: Void.self) { group in
                for (index, plan) in plans.enumerated() {
                    if index >= limit { await group.next() }
                    group.addTask { _ = await AsyncTransfer(plan, by: clients.asyncHTTP).run() }
                }
            }
        }
    }
}

enum DownloadingSubjects {
    static let all: [any BenchmarkSubject] = [
        LockSubject(), ActorSubject(), FoundationSubject(), PlainTaskGroupSubject(),
    ]
}

/// Runs `body` on a thread that may block.
private func onThread(_ body: @escaping @Sendable () -> Void) async {
    let isDone = Latch()
    WorkerThread.start {
        body()
        isDone.open()
    }
    await isDone.wait()
}
