private import ConcurrencyPrimitives
private import Dispatch
private import Synchronization

// Both loops of a pair do the same with the same orderings. Words and locks are created out of sight of the
// optimizer. It would remove atomic accesses to a local word that is not shared, and a global one is initialized
// lazily.

private final class Words: Sendable {
    let plain = Synchronization.Atomic<UInt64>(0)
    let ours = ConcurrencyPrimitives.Atomic<UInt64>(0)
    let plainMutex = Synchronization.Mutex<UInt64>(0)
    let ourMutex = ConcurrencyPrimitives.Mutex<UInt64>(0)

    @inline(never) @_optimize(none) static func make() -> Words { Words() }
}

extension Comparison {
    static let mutex = Comparison(
        "mutex lock and unlock", iterations: 50_000,
        plain: { iterations in
            let words = Words.make()
            for _ in 0..<iterations { words.plainMutex.withLock { $0 &+= 1 } }
        },
        ours: { iterations in
            let words = Words.make()
            for _ in 0..<iterations { words.ourMutex.withLock { $0 &+= 1 } }
        })

    static let atomicLoad = Comparison(
        "atomic load", iterations: 1_000_000,
        plain: { iterations in
            let words = Words.make()
            var sum: UInt64 = 0
            for _ in 0..<iterations { sum &+= words.plain.load(ordering: .acquiring) }
            require(sum == 0)
        },
        ours: { iterations in
            let words = Words.make()
            var sum: UInt64 = 0
            for _ in 0..<iterations { sum &+= words.ours.load() }
            require(sum == 0)
        })

    static let atomicStore = Comparison(
        "atomic store", iterations: 1_000_000,
        plain: { iterations in
            let words = Words.make()
            for value in 0..<iterations { words.plain.store(UInt64(value), ordering: .releasing) }
        },
        ours: { iterations in
            let words = Words.make()
            for value in 0..<iterations { words.ours.store(UInt64(value)) }
        })

    static let atomicExchange = Comparison(
        "atomic exchange", iterations: 200_000,
        plain: { iterations in
            let words = Words.make()
            for value in 0..<iterations {
                _ = words.plain.exchange(UInt64(value), ordering: .acquiringAndReleasing)
            }
        },
        ours: { iterations in
            let words = Words.make()
            for value in 0..<iterations { _ = words.ours.exchange(UInt64(value)) }
        })

    static let atomicCompareExchange = Comparison(
        "atomic compare and exchange", iterations: 200_000,
        plain: { iterations in
            let words = Words.make()
            for value in 0..<UInt64(iterations) {
                let result = words.plain.compareExchange(
                    expected: value, desired: value + 1, ordering: .acquiringAndReleasing)
                require(result.exchanged)
            }
        },
        ours: { iterations in
            let words = Words.make()
            for value in 0..<UInt64(iterations) {
                require(words.ours.compareExchange(expected: value, desired: value + 1).exchanged)
            }
        })

    static let atomicOr = Comparison(
        "atomic or", iterations: 100_000,
        plain: { iterations in
            let words = Words.make()
            var sum: UInt64 = 0
            for _ in 0..<iterations {
                sum &+= words.plain.bitwiseOr(1, ordering: .acquiringAndReleasing).oldValue
            }
            require(sum == UInt64(iterations - 1))
        },
        ours: { iterations in
            let words = Words.make()
            var sum: UInt64 = 0
            for _ in 0..<iterations { sum &+= words.ours.formUnion(1) }
            require(sum == UInt64(iterations - 1))
        })

    static let atomicAdd = Comparison(
        "atomic add", iterations: 200_000,
        plain: { iterations in
            let words = Words.make()
            var last: UInt64 = 0
            for _ in 0..<iterations {
                last = words.plain.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
            }
            require(last == UInt64(iterations))
        },
        ours: { iterations in
            let words = Words.make()
            var last: UInt64 = 0
            for _ in 0..<iterations { last = words.ours.adding(1) }
            require(last == UInt64(iterations))
        })

    static let parker = Comparison(
        "unpark and park", iterations: 50_000,
        plain: { iterations in
            let semaphore = DispatchSemaphore(value: 0)
            for _ in 0..<iterations {
                semaphore.signal()
                semaphore.wait()
            }
        },
        ours: { iterations in
            let parker = Parker()
            for _ in 0..<iterations {
                parker.unpark()
                parker.park()
            }
        })
}

/// Keeps a result alive for the optimizer, and checks it.
@inline(__always)
func require(_ condition: Bool) {
    if !condition { fatalError("A loop didn't do what it is timed for.") }
}
