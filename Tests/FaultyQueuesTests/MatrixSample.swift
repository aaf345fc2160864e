import FaultyQueues
import QueueConformance
import RandomNumbers

/// Which pairs of rule and defect a run of the tests judges: `scripts/defect-matrix` judges all, each night.
///
/// Every rule for the queue without a defect. For one with a defect, the rules that it has to break, and of the others
/// one in 128, drawn anew in each run. Under a sanitizer, which is to look at the queues that ship and not at these,
/// one in 256.
struct MatrixSample: CustomStringConvertible {
    let seed: UInt64
    /// One of so many pairs is drawn.
    let part: UInt64

    /// - Parameter environment: `OPERATIONLAB_MATRIX_SEED` is the seed, so that a run can be repeated;
    ///   `OPERATIONLAB_SANITIZER` says that there is one.
    init(environment: [String: String]) {
        let seed = environment["OPERATIONLAB_MATRIX_SEED"]
        self.init(
            seed: seed.map { text in
                guard let seed = UInt64(text) else {
                    fatalError("OPERATIONLAB_MATRIX_SEED is no number: \(text)")
                }
                return seed
            } ?? .random(in: 0..<1_000_000),
            part: environment["OPERATIONLAB_SANITIZER"] == nil ? 128 : 256)
    }

    init(seed: UInt64, part: UInt64) {
        self.seed = seed
        self.part = part
    }

    var description: String {
        "one in \(part) of the pairs that aren't listed, drawn with OPERATIONLAB_MATRIX_SEED=\(seed)"
    }

    func rules(for subject: FaultySubject) -> [Rule] {
        guard let defect = subject.defect else { return RuleBook.all }
        return RuleBook.all.filter { defect.caughtBy.contains($0.id) || isDrawn($0.id, defect) }
    }

    /// The draw of a pair depends on its names and the seed alone, not on what else there is.
    private func isDrawn(_ rule: RuleID, _ defect: Defect) -> Bool {
        var random = SplitMix64(seed: FNV1a("\(seed),\(defect),\(rule)").digest)
        return random.next().isMultiple(of: part)
    }
}
