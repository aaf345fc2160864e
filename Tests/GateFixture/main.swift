import ConcurrencyPrimitives
import Dispatch
import Foundation
import Operations
import QueueBenchmarking
import QueueConformance
import RegressionWorker

// A variant of a gate, for the tests of `oplab gate`: what its queue does is the name by which the program is started.

/// What a head may have done to a queue.
enum Change: String {
    case none = "GateFixture"
    case crashes, deadlocks, dropsCompletionBlocks, runsTwice, makesThreads
    /// The queue is all right, but its process doesn't end.
    case lingers
}

/// Runs one operation at a time, and does what it has been changed to.
final class FixtureQueue: CompletionBlockQueue {
    typealias Operation = Operations.Operation

    let change: Change
    private let base = DispatchQueue(label: "fixture")
    private let members = DispatchGroup()

    init(_ change: Change) { self.change = change }

    func addOperation(_ operation: Operation) {
        if change == .dropsCompletionBlocks { operation.completionBlock = nil }
        base.async(group: members) { operation.start() }
    }

    func addOperation(_ block: @escaping @Sendable () -> Void) {
        switch change {
        case .none, .dropsCompletionBlocks, .lingers: break
        case .crashes: fatalError("This queue crashes.")
        case .deadlocks: members.enter()
        case .runsTwice: base.async(group: members, execute: block)
        case .makesThreads: Thread.detachNewThread {}
        }
        base.async(group: members, execute: block)
    }

    func wait() { members.wait() }

    func waitUntilAllOperationsAreFinished() async {
        await suspend { resumption in members.notify(queue: .global()) { resumption.resume() } }
    }
}

struct FixtureSubject: BenchmarkSubject, FixedWidthSubject {
    let change: Change
    let name = "fixture"
    let summary = "a queue of the tests"
    let width = QueueWidth.fixed(1)
    let fixedWidth = 1
    let lacksOthersBecause = "it is a fixture"
    let driver = QueueDriver<FixtureQueue>.thread { $0.wait() }
    func makeQueue(limit: Int) -> FixtureQueue { FixtureQueue(change) }
    func makeQueue() -> FixtureQueue { FixtureQueue(change) }
}

let name = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? ""
guard let change = Change(rawValue: name) else { fatalError("'\(name)' is no change of the fixture.") }
let subject = FixtureSubject(change: change)
startTask {
    do {
        try await GateWorker.serve(measuring: [subject], judging: [subject])
        if change == .lingers {
            FileHandle.standardError.write(Data("it lingers\n".utf8))
            await suspend { _ in }
        }
        exit(0)
    } catch {
        fatalError("\(error)")
    }
}
dispatchMain()
