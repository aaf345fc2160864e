/// The random number generator for resampling, shuffling and drawing: xoshiro256**.
///
/// Blackman, Vigna: *Scrambled linear pseudorandom number generators*, ACM TOMS 47(4), 2021. ``SplitMix64`` fills its state, as
/// its authors recommend, so that no seed leaves it zero. The numbers of a seed are fixed: a printed seed repeats the run, with
/// any version of the standard library.
public struct Xoshiro256: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    public init(seed: UInt64) {
        var seeder = SplitMix64(seed: seed)
        self.init(state: (seeder.next(), seeder.next(), seeder.next(), seeder.next()))
    }

    /// For the tests, whose known values start from a state.
    init(state: (UInt64, UInt64, UInt64, UInt64)) { self.state = state }

    public mutating func next() -> UInt64 {
        let result = Self.rotated(state.1 &* 5, by: 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = Self.rotated(state.3, by: 45)
        return result
    }

    /// A number from 0 up to, but not including, `bound`, each as likely.
    ///
    /// Lemire: *Fast random integer generation in an interval*, ACM TOMACS 29(1), 2019. Not the standard
    /// library's `random(in:using:)`, whose algorithm may change.
    public mutating func next(below bound: Int) -> Int {
        precondition(bound > 0, "there is no number from 0 up to \(bound)")
        let bound = UInt64(bound)
        var product = next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let threshold = (0 &- bound) % bound
            while product.low < threshold { product = next().multipliedFullWidth(by: bound) }
        }
        return Int(product.high)
    }

    /// A number from 0 up to, but not including, 1: the 53 bits that a `Double` holds.
    public mutating func nextUnit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// `elements` in random order, each order as likely (Fisher and Yates).
    public mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var elements = elements
        for last in elements.indices.dropFirst().reversed() { elements.swapAt(last, next(below: last + 1)) }
        return elements
    }

    private static func rotated(_ word: UInt64, by count: UInt64) -> UInt64 {
        (word << count) | (word >> (64 - count))
    }
}
