import FaultyQueues
import QueueConformance
import RandomNumbers

/// Which pairs of rule and defect a run of the tests judges: `scripts/defect-matrix` judges all, each night.
///
/// Every rule for the queue without a defect. For one with a defect, the rules that it has to break, and of the others
/// one in 128, drawn anew in each run. A sanitizer is to look at the queues that ship and not at these, and has each process
/// start anew: under one, one in four of those pairs, and one in 1,024 of the others.
struct MatrixSample: CustomStringConvertible {
    let seed: UInt64
    /// One of so many pairs is drawn that aren't listed.
    let part: UInt64
    /// One of so many of those that are, or that have no defect.
    let listedPart: UInt64

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
            part: environment["OPERATIONLAB_SANITIZER"] == nil ? 128 : 1_024,
            listedPart: environment["OPERATIONLAB_SANITIZER"] == nil ? 1 : 4)
    }

    init(seed: UInt64, part: UInt64, listedPart: UInt64 = 1) {
        self.seed = seed
        self.part = part
        self.listedPart = listedPart
    }

    var description: String {
        "one in \(listedPart) of the pairs that are listed, and one in \(part) of the others, drawn with "
            + "OPERATIONLAB_MATRIX_SEED=\(seed)"
    }

    func rules(for subject: FaultySubject) -> [Rule] {
        RuleBook.all.filter { rule in
            let isListed = subject.defect?.caughtBy.contains(rule.id) ?? true
            // No other program can judge what only the sanitizer sees.
            if isListed, subject.defect?.needsThreadSanitizer == true { return true }
            return isDrawn(rule.id, subject, isListed ? listedPart : part)
        }
    }

    /// The draw of a pair depends on its names and the seed alone, not on what else there is.
    private func isDrawn(_ rule: RuleID, _ subject: FaultySubject, _ part: UInt64) -> Bool {
        var random = SplitMix64(seed: FNV1a("\(seed),\(subject.name),\(rule)").digest)
        return random.next().isMultiple(of: part)
    }
}
