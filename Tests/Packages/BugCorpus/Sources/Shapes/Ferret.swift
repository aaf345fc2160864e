import Foundation

/// A queue between two stages of a pipeline.
final class StageQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var items: [Int] = []
    private var isClosed = false

    func put(_ item: Int) {
        condition.lock()
        items.append(item)
        condition.signal()
        condition.unlock()
    }

    /// Says that nothing more comes.
    func close() {
        condition.lock()
        isClosed = true
        condition.broadcast()
        condition.unlock()
    }

    /// Waits for an item. Returns nil at the end.
    func take() -> Int? {
        condition.lock()
        defer { condition.unlock() }
        while items.isEmpty, !isClosed { condition.wait() }
        return items.isEmpty ? nil : items.removeFirst()
    }
}

/// A pipeline of three stages, with two threads in the middle. The first of those that sees the end of the input ends the
/// output, while the other may still have an item. In the fixed form the last one does.
final class Pipeline: Sendable {
    private let input = StageQueue()
    private let output = StageQueue()
    private let lock = NSLock()
    private let working = Word(2)
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func load(_ count: Int) {
        for item in 0..<count { input.put(item) }
        input.close()
    }

    func work() {
        while let item = input.take() { output.put(item) }
        let isLast = lock.withLock {
            working.value -= 1
            return working.value == 0
        }
        if isLast || !isFixed { output.close() }
    }

    /// Returns the number of items that have come out.
    func count() -> Int {
        var count = 0
        while output.take() != nil { count += 1 }
        return count
    }
}

extension Shape {
    static let ferret = Shape(
        name: "parsec.ferret", symptom: .failed, hasFixedForm: true
    ) { isFixed, expect in
        let pipeline = Pipeline(isFixed: isFixed)
        await runThreads([
            { pipeline.load(2) }, { pipeline.work() }, { pipeline.work() },
            {
                let count = pipeline.count()
                expect(count == 2, "\(count) of 2 items came out")
            },
        ])
    }

    /// A program of SPLASH-2, whose macro to wait for its threads is empty. So the first thread goes on before the others have
    /// ended.
    static let fft = Shape(name: "splash2.fft", symptom: .failed, hasFixedForm: true) { isFixed, expect in
        let lock = NSLock()
        let ended = Word()
        let threads = (0..<2).map { _ in ProgramThread { lock.withLock { ended.value += 1 } } }
        if isFixed { for thread in threads { await thread.join() } }
        lock.withLock { expect(ended.value == 2, "not all threads have ended") }
        for thread in threads { await thread.join() }
    }
}
