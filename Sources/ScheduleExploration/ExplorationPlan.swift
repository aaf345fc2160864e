/// What an exploration is to do, and how much of it.
public struct ExplorationPlan: Sendable {
    /// One of several explorations, in processes of their own, that share out the schedules of one: of the schedules of
    /// the whole, this one runs every `count`-th.
    public struct Shard: Sendable {
        /// Which one this is, from 0.
        public let index: Int
        /// How many there are.
        public let count: Int

        /// - Precondition: `index` is at least 0 and below `count`.
        public init(_ index: Int, of count: Int) {
            precondition(index >= 0 && index < count, "shard \(index) of \(count)")
            self.index = index
            self.count = count
        }
    }

    /// How to go through schedules.
    public var strategy = ExplorationStrategy.rotating
    /// How many to run at most. A few before them, which tell how long one is, are not counted.
    public var schedules = 1_000
    /// After so many seconds no more are begun. With it, how many are run is not the same each time.
    public var seconds: Double?
    /// What random choices depend on.
    public var seed: UInt64 = 1
    /// A schedule of more steps than these has failed.
    public var stepLimit = 100_000
    /// Runs this schedule only.
    public var replay: ReplayToken?
    /// Whether a schedule that fails is made simpler, and shown.
    public var shrinks = true
    /// Which part of the schedules to run. An exhaustive search can't be shared out: each part would run all of it.
    public var shard = Shard(0, of: 1)
    /// Where the token of each schedule is written before it runs: what is left if one ends the process.
    public var tokenFile: TokenFile?
    /// Told several times a second how far it is, by a thread of the exploration; returns whether to go on.
    public var progress: (@Sendable (ExplorationReport) -> Bool)?
    /// Whether the report names the schedules that were run, to be merged with those of other shards.
    public var keepsTraces = false

    /// A thousand schedules with the default strategy, seed 1.
    public init() {}
}
