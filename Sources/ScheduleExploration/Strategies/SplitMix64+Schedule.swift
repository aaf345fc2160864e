internal import RandomNumbers

extension SplitMix64 {
    /// The numbers for the schedule of this index, independent of all others.
    init(seed: UInt64, schedule: Int) {
        var seeder = SplitMix64(seed: seed)
        seeder = SplitMix64(seed: seeder.next() ^ UInt64(truncatingIfNeeded: schedule))
        self.init(seed: seeder.next())
    }

    /// A number below `bound`, without a loop: uneven by less than a part in 2^32 for the bounds here.
    mutating func below(_ bound: Int) -> Int {
        Int(((next() >> 32) &* UInt64(bound)) >> 32)
    }
}
