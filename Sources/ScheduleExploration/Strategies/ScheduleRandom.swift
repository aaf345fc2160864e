/// SplitMix64 (Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, 2014): a few instructions, and
/// well mixed also for seeds that follow one another.
package struct ScheduleRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    /// For the schedule of this index, independent of all others.
    init(seed: UInt64, schedule: Int) {
        state = seed
        state = next() ^ UInt64(truncatingIfNeeded: schedule)
        state = next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, without a loop: uneven by less than a part in 2^32 for the bounds here.
    mutating func below(_ bound: Int) -> Int {
        Int(((next() >> 32) &* UInt64(bound)) >> 32)
    }
}
