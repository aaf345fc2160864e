internal import RandomNumbers

extension SplitMix64 {
    /// The random numbers of the schedule with this number, independent of those of all others.
    init(seed: UInt64, schedule: Int) {
        var seeder = SplitMix64(seed: seed)
        seeder = SplitMix64(seed: seeder.next() ^ UInt64(truncatingIfNeeded: schedule))
        self.init(seed: seeder.next())
    }

    /// A number below `bound`, without a loop. For the bounds here, probabilities differ by less than one part in 2^32.
    mutating func below(_ bound: Int) -> Int {
        Int(((next() >> 32) &* UInt64(bound)) >> 32)
    }

    /// One of so many stores: half of the time the last, or a program whose loops look for it would make no progress.
    mutating func store(among count: Int) -> Int { next() >> 63 == 0 ? 0 : below(count) }
}
