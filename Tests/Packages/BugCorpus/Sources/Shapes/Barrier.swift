import Foundation

/// A barrier, at which threads wait until so many have come, phase by phase.
final class Barrier: @unchecked Sendable {
    /// What is wrong with it.
    enum Fault {
        case none
        /// A thread looks at the phase before it waits. The last one ends the phase without the lock, and nobody looks again.
        case endsWithoutLock
        /// Whoever comes first closes the barrier, and the last one opens it. A thread that was woken may find it closed again.
        case closesAgain
    }

    private let condition = NSCondition()
    private let threads: Int
    private let fault: Fault
    private let phase = Word()
    private var arrived = 0
    private var isOpen = false

    init(_ threads: Int, _ fault: Fault) { (self.threads, self.fault) = (threads, fault) }

    func wait() {
        switch fault {
        case .closesAgain: waitUntilOpen()
        case .none, .endsWithoutLock: waitForPhase()
        }
    }

    private func waitForPhase() {
        let (current, isLast) = arrive()
        if isLast {
            if fault == .none { condition.lock() }
            phase.value = current + 1
            condition.broadcast()
            if fault == .none { condition.unlock() }
        } else if fault == .none || phase.value == current {
            condition.lock()
            while phase.value == current { condition.wait() }
            condition.unlock()
        }
    }

    private func arrive() -> (phase: Int, isLast: Bool) {
        condition.lock()
        defer { condition.unlock() }
        arrived += 1
        let isLast = arrived == threads
        if isLast { arrived = 0 }
        return (phase.value, isLast)
    }

    private func waitUntilOpen() {
        condition.lock()
        defer { condition.unlock() }
        arrived += 1
        isOpen = arrived == threads
        if isOpen {
            arrived = 0
            condition.broadcast()
        }
        while !isOpen { condition.wait() }
    }
}

/// Threads that cluster points: each has a share of the cost, and the first one adds them up between two phases.
final class Clustering: Sendable {
    private let barrier: Barrier
    private let shares = [Word(), Word()]
    private let total = Word()

    init(_ fault: Barrier.Fault) { barrier = Barrier(2, fault) }

    /// Returns whether the thread has seen the right total.
    func run(_ thread: Int, waitsForTotal: Bool) -> Bool {
        shares[thread].value = thread + 1
        barrier.wait()
        if thread == 0 { total.value = shares.map(\.value).reduce(0, +) }
        if waitsForTotal { barrier.wait() }
        return total.value == 3
    }
}

extension Shape {
    // The three programs of this name have different bugs in how their threads wait for one another. In this one nobody waits for
    // the total.
    static let streamcluster = streamcluster("parsec.streamcluster", symptom: .failed, waitsForTotal: false)
    static let streamcluster2 = streamcluster(
        "parsec.streamcluster2", symptom: .deadlock, fault: .endsWithoutLock)
    static let streamcluster3 = streamcluster(
        "parsec.streamcluster3", symptom: .deadlock, fault: .closesAgain)

    private static func streamcluster(
        _ name: String, symptom: Symptom, fault: Barrier.Fault = .none, waitsForTotal: Bool = true
    ) -> Shape {
        Shape(name: name, symptom: symptom, hasFixedForm: true) { isFixed, expect in
            let clustering = Clustering(isFixed ? .none : fault)
            await runThreads(
                (0..<2).map { thread in
                    {
                        let isRight = clustering.run(thread, waitsForTotal: isFixed || waitsForTotal)
                        expect(isRight, "thread \(thread) has seen a wrong total")
                    }
                })
        }
    }
}
