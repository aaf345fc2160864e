/// A small random number generator, used to turn one seed into many.
///
/// Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, OOPSLA 2014. Every seed gives a full
/// period, so seeds may differ by one.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
