internal import RandomNumbers

/// The random numbers of one operation of a workload. They depend only on the seed, the purpose and the operation's number:
/// nothing has to be stored, and any thread can draw them.
struct WorkloadRandom {
    /// What is drawn. Draws of different purposes don't depend on each other.
    enum Purpose: UInt64 {
        case work = 1
        case blocking, cancellation, priority, dependencies, arrival
    }

    private var numbers: SplitMix64

    init(_ seed: UInt64, _ purpose: Purpose, _ number: Int) {
        var mixer = SplitMix64(seed: seed &+ purpose.rawValue << 56)
        numbers = SplitMix64(seed: mixer.next() &+ UInt64(truncatingIfNeeded: number))
    }

    /// A number from 0 up to, but not including, 1.
    mutating func nextUnit() -> Double { Double(numbers.next() >> 11) * 0x1p-53 }

    /// A number from 0 up to, but not including, `bound`.
    mutating func next(below bound: Int) -> Int {
        Int(numbers.next().multipliedFullWidth(by: UInt64(bound)).high)
    }
}
