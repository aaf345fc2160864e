import Foundation

/// Three variables in a ring. Each thread passes one on to the next, under a lock. That all are equal in the end holds only if
/// they come in the order of the ring.
final class TokenRing: @unchecked Sendable {
    private let lock = NSLock()
    private var tokens = [1, 2, 1]
    private var hasPassed = [false, false, false]

    func pass(_ index: Int) {
        lock.withLock {
            tokens[index] = index == 0 ? (tokens[2] + 1) % 4 : tokens[index - 1]
            hasPassed[index] = true
        }
    }

    /// Returns whether all are equal, if all were passed on.
    func check() -> Bool {
        lock.withLock { hasPassed.contains(false) || Set(tokens).count == 1 }
    }
}

extension Shape {
    static let tokenRing = Shape(name: "CS.token_ring_bad", symptom: .failed) { _, expect in
        let ring = TokenRing()
        await runThreads([
            { ring.pass(0) }, { ring.pass(1) }, { ring.pass(2) },
            { expect(ring.check(), "the tokens differ") },
        ])
    }
}
