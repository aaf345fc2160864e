import Foundation

/// A download in parts, by one thread each. A thread notes how far it is, and then adds to the total of all. When the user
/// interrupts, the handler saves both, to resume later. They may not agree.
///
/// The program is aget, from J. Yu's collection of concurrency bugs (CB).
final class Download: @unchecked Sendable {
    private let lock = NSLock()
    private let positions = [Word(), Word()]
    private let total = Word()
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func write(_ part: Int) {
        if !isFixed { positions[part].value += 1 }
        lock.withLock {
            if isFixed { positions[part].value += 1 }
            total.value += 1
        }
    }

    /// Returns whether the parts make up the total.
    func save() -> Bool {
        lock.withLock { positions.map(\.value).reduce(0, +) == total.value }
    }
}

/// A queue of blocks to compress. It is taken down when all blocks are compressed, though those who compress may still look for
/// more.
///
/// The program is pbzip2 0.9.4, from J. Yu's collection of concurrency bugs (CB).
final class BlockQueue: @unchecked Sendable {
    private let lock = NSLock()
    private let done = NSCondition()
    private var left: Int
    private var unfinished: Int
    private let exists = Word(1)

    init(_ count: Int) { (left, unfinished) = (count, count) }

    /// Compresses blocks until there are none. Returns whether the queue was there each time.
    func compress() -> Bool {
        while true {
            let isThere = exists.value == 1
            guard isThere, lock.withLock({ take() }) else { return isThere }
            finish()
        }
    }

    func waitUntilFinished() {
        done.lock()
        while unfinished > 0 { done.wait() }
        done.unlock()
    }

    func takeDown() { exists.value = 0 }

    private func take() -> Bool {
        guard left > 0 else { return false }
        left -= 1
        return true
    }

    private func finish() {
        done.lock()
        unfinished -= 1
        if unfinished == 0 { done.signal() }
        done.unlock()
    }
}

extension Shape {
    static let aget = Shape(name: "CB.aget-bug2", symptom: .failed, hasFixedForm: true) { isFixed, expect in
        let download = Download(isFixed: isFixed)
        let write: @Sendable (Int) -> Void = { part in for _ in 0..<2 { download.write(part) } }
        await runThreads([
            { write(0) }, { write(1) },
            { expect(download.save(), "the saved parts don't make up the saved total") },
        ])
    }

    static let pbzip2 = Shape(
        name: "CB.pbzip2-0.9.4", symptom: .failed, hasFixedForm: true
    ) { isFixed, expect in
        let queue = BlockQueue(2)
        let compress: @Sendable () -> Void = { expect(queue.compress(), "the queue is gone") }
        let threads = (0..<2).map { _ in ProgramThread { compress() } }
        if isFixed { for thread in threads { await thread.join() } }
        queue.waitUntilFinished()
        queue.takeDown()
        for thread in threads { await thread.join() }
    }
}
