import FaultyQueues
import QueueConformance
import Testing

struct MatrixSampleTests {
    @Test func equalSeedsDrawEqualPairs() {
        for subject in FaultySubject.all {
            let rules = MatrixSample(seed: 7, part: 8).rules(for: subject).map(\.id)
            #expect(rules == MatrixSample(seed: 7, part: 8).rules(for: subject).map(\.id))
            #expect(Set(rules).isSuperset(of: subject.defect?.caughtBy ?? Set(RuleBook.all.map(\.id))))
        }
    }

    /// Each pair is drawn in one of eight runs: over 200 seeds, none is left out, and an eighth is drawn.
    @Test func everyPairIsDrawnBySomeSeed() throws {
        let subject = try #require(FaultySubject.all.last)
        let listed = try #require(subject.defect).caughtBy
        var drawn: [RuleID: Int] = [:]
        for seed in 0..<200 as Range<UInt64> {
            for rule in MatrixSample(seed: seed, part: 8).rules(for: subject) {
                drawn[rule.id, default: 0] += 1
            }
        }
        let others = RuleBook.all.map(\.id).filter { !listed.contains($0) }
        #expect(others.filter { drawn[$0] == nil } == [])
        let mean = Double(others.reduce(0) { $0 + drawn[$1, default: 0] }) / Double(others.count * 200)
        #expect(abs(mean - 0.125) < 0.02)
    }

    @Test func seedComesFromTheEnvironment() {
        let sample = MatrixSample(environment: ["OPERATIONLAB_MATRIX_SEED": "42"])
        #expect(sample.seed == 42 && sample.part == 128)
        #expect("\(sample)".hasSuffix("OPERATIONLAB_MATRIX_SEED=42"))
        #expect(sample.listedPart == 1)
        let sanitized = MatrixSample(environment: ["OPERATIONLAB_SANITIZER": "thread"])
        #expect(sanitized.part == 1_024 && sanitized.listedPart == 4)
    }

    /// One in four, and all that nobody else can judge.
    @Test func listedPairsAreDrawnToo() {
        var (listed, drawn) = (0, 0)
        let sample = MatrixSample(seed: 7, part: 1_024, listedPart: 4)
        for subject in FaultySubject.all {
            let caughtBy = subject.defect?.caughtBy ?? Set(RuleBook.all.map(\.id))
            let rules = caughtBy.intersection(sample.rules(for: subject).map(\.id))
            if subject.defect?.needsThreadSanitizer == true { #expect(rules == caughtBy) }
            listed += caughtBy.count
            drawn += rules.count
        }
        #expect((0.2...0.3).contains(Double(drawn) / Double(listed)))
    }
}
