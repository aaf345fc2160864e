/// A workload of one's own: what operations there are, and when they are added. A file describes it; the article
/// <doc:Workloads> has the format.
///
/// Everything random in it follows from its ``seed`` and the number of the operation, so each run and each queue gets the
/// same operations. Times are in microseconds.
public struct Workload: Sendable {
    /// The name in results.
    public let name: String
    /// One line for people.
    public let summary: String
    /// The path of the file, for errors.
    public let path: String
    /// A digest of the file, in 32 bits: another content is another case.
    public let checksum: Int
    /// The number of operations of a run.
    public let operations: Int
    /// How many operations may run at once; −1 if the queue chooses.
    public let limit: Int
    /// How many threads or tasks add operations at once.
    public let producers: Int
    /// How many operations may be unfinished at once. A producer waits until there is room, so that memory doesn't hold all
    /// operations. If ``dependencies`` are recorded, all exist at once.
    public let outstanding: Int
    /// Determines what is random.
    public let seed: UInt64
    /// For how long each operation computes.
    public let work: TimeDistribution
    public let dependencies: WorkloadDependencies
    /// Empty if all operations have the normal priority. Either all are shares, or all are recorded, and then no operation has two.
    public let priorities: [Prioritized]
    public let arrival: WorkloadArrival
    /// Nil if no operation blocks.
    public let blocking: Blocking?
    /// Nil if no operation is cancelled.
    public let cancellation: Cancellation?

    /// Which operations something is the case of.
    public enum Chosen: Hashable, Sendable {
        /// Random ones: from 0 to 1 of all.
        case share(Double)
        /// Those with these numbers.
        case recorded(Set<Int>)
    }

    /// Operations that have a priority.
    public struct Prioritized: Hashable, Sendable {
        /// The raw value that Foundation gives the priority: −8, −4, 4 or 8.
        public let level: Int
        public let operations: Chosen
    }

    /// Operations that block their thread after they have computed.
    public struct Blocking: Sendable {
        /// From 0 to 1.
        public let share: Double
        /// For how long each of them blocks.
        public let time: TimeDistribution
    }

    /// Operations that their producer cancels.
    public struct Cancellation: Hashable, Sendable {
        public let operations: Chosen
        /// Whether they are cancelled before they are added, and so must not run. Otherwise they are cancelled right after
        /// that, and run once or not at all.
        public let isBeforeAdding: Bool
    }

    // MARK: Producers

    /// The numbers of the operations that a producer adds.
    func numbers(of producer: Int) -> Range<Int> {
        operations * producer / producers..<operations * (producer + 1) / producers
    }

    /// The operations that a producer may have unfinished at once.
    var window: Int { dependencies.isRecorded ? operations : max(1, outstanding / producers) }

    // MARK: One operation

    /// For how many microseconds operation `number` computes.
    func work(of number: Int) -> Double {
        var random = WorkloadRandom(seed, .work, number)
        return work.microseconds(of: number, &random)
    }

    /// For how many microseconds operation `number` blocks; nil if it doesn't.
    func blocking(of number: Int) -> Double? {
        guard let blocking else { return nil }
        var random = WorkloadRandom(seed, .blocking, number)
        return random.nextUnit() < blocking.share ? blocking.time.microseconds(of: number, &random) : nil
    }

    func isCancelled(_ number: Int) -> Bool {
        switch cancellation?.operations {
        case nil: return false
        case .recorded(let numbers): return numbers.contains(number)
        case .share(let share):
            var random = WorkloadRandom(seed, .cancellation, number)
            return random.nextUnit() < share
        }
    }

    /// The index in ``priorities`` of the priority of operation `number`; nil for the normal one.
    func priority(of number: Int) -> Int? {
        if priorities.isEmpty { return nil }
        var random = WorkloadRandom(seed, .priority, number)
        var rest = random.nextUnit()
        for (index, each) in priorities.enumerated() {
            switch each.operations {
            case .recorded(let numbers): if numbers.contains(number) { return index }
            case .share(let share):
                rest -= share
                if rest < 0 { return index }
            }
        }
        return nil
    }
}
