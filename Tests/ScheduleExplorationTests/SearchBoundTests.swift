import RandomNumbers
import Testing

@testable import ScheduleExploration

/// Which schedules a bound leaves, in programs of which the number is known.
struct SearchBoundTests {
    /// The places that each schedule chose, of four choices among three threads. Who is chosen goes on as the current one, if `continues`.
    private func schedules(_ bound: SearchBound?, continues: Bool = true) -> [[Int]] {
        let search = ExhaustiveSearch(bound, .beforeAccesses)
        let candidates = (0..<3).map { Candidate(thread: $0, next: .begin) }
        var all: [[Int]] = []
        while !search.isDone {
            var current = 0
            all.append(
                (0..<4).map { step in
                    let before = current
                    current = search.choose(
                        among: candidates[...], StepContext(step: step, current: continues ? current : nil))
                    return (current - (continues ? before : 0) + 3) % 3
                })
            search.advance()
        }
        return all
    }

    /// Of four choices at most as many as the bound differ from the usual one: each by one of two others, or by one or two delays.
    @Test(
        arguments: [
            (.preemptions(0), 1), (.preemptions(1), 9), (.preemptions(2), 33), (.preemptions(4), 81),
            (.delays(0), 1), (.delays(1), 5), (.delays(2), 15), (.delays(8), 81),
        ] as [(SearchBound, Int)])
    func boundLeavesTheKnownNumber(bound: SearchBound, number: Int) {
        let all = schedules(bound)
        #expect(all.count == number && Set(all).count == number)
        #expect(
            all.allSatisfy { places in places.map(bound.cost(ofPlace:)).reduce(0, +) <= bound.limit },
            "\(all)")
    }

    /// Who comes after one that waits is no preemption; but it is a delay if it isn't the first.
    @Test func whoComesAfterOneThatWaitsIsADelayAndNoPreemption() {
        #expect(schedules(.preemptions(0), continues: false).count == 81)
        #expect(schedules(.delays(0), continues: false) == [[0, 0, 0, 0]])
        #expect(schedules(.delays(2), continues: false).count == 15)
    }

    /// What the search chooses first at one choice, in each of its schedules.
    private func firstChoices(
        _ bound: SearchBound, _ candidates: [Candidate], current: Int?
    ) -> [Int] {
        let search = ExhaustiveSearch(bound, .beforeAccesses)
        var chosen: [Int] = []
        while !search.isDone {
            let context = StepContext(step: 0, current: current)
            chosen.append(candidates[search.choose(among: candidates[...], context)].thread)
            search.advance()
        }
        return chosen
    }

    /// Who waits in a loop lets the next one continue, and isn't chosen itself.
    @Test func whoComesAfterAPauseIsTheNextInTurn() {
        var candidates = (0..<4).map { Candidate(thread: $0, next: .begin) }
        candidates[1].hasMadeMany = true
        #expect(firstChoices(.delays(0), candidates, current: 1) == [2])
        #expect(firstChoices(.delays(1), candidates, current: 1) == [2, 3])
        #expect(firstChoices(.delays(9), candidates, current: 1) == [2, 3, 0])
        #expect(firstChoices(.preemptions(0), candidates, current: 1) == [2, 0, 3])
    }

    /// It has a budget of its own, and passes over nobody.
    @Test func wakeupWithoutASignalIsNoDelay() {
        var candidates = (0..<4).map { Candidate(thread: $0, next: .begin) }
        candidates[2].isSpurious = true
        #expect(firstChoices(.delays(0), candidates, current: 1) == [1, 2])
        #expect(firstChoices(.delays(1), candidates, current: 1) == [1, 3, 2])
        #expect(firstChoices(.delays(2), candidates, current: nil) == [0, 1, 3, 2])
        #expect(firstChoices(.preemptions(0), candidates, current: 1) == [1])
        #expect(firstChoices(.preemptions(1), candidates, current: 1) == [1, 0, 2, 3])
    }

    /// Which store a load reads is free, and what comes after it is bounded as before.
    @Test(arguments: [SearchBound.delays(1), .preemptions(1)])
    func storesAreNoDelays(bound: SearchBound) {
        let search = ExhaustiveSearch(bound, .beforeAccesses)
        let candidates = (0..<2).map { Candidate(thread: $0, next: .begin) }
        var all: [[Int]] = []
        while !search.isDone {
            let first = search.choose(among: candidates[...], StepContext(step: 0, current: 0))
            let store = search.chooseStore(among: 3)
            let second = search.choose(among: candidates[...], StepContext(step: 1, current: first))
            all.append([first, store, second])
            search.advance()
        }
        // Neither differs, the second, or the first; with each store.
        #expect(Set(all).count == all.count && all.count == 9, "\(all)")
    }

    /// With more delays than a schedule has steps, nothing is left out, and each one more leaves out less.
    @Test(arguments: 0..<4) func manyDelaysLeaveAll(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var compared = 0
        while compared < 10 {
            let program = SimulatedProgram.random(looks: false, &random)
            let all = ExhaustiveSearch(nil, .beforeAccesses, mayLeaveOut: false)
            guard let whole = program.results(of: all, most: 2_000), whole.traces.count > 3 else { continue }
            let delayed = ExhaustiveSearch(.delays(1_000), .beforeAccesses)
            let same = try #require(program.results(of: delayed, most: 2_000), "\(program)")
            #expect(same.schedules == whole.schedules && same.traces == whole.traces, "\(program)")
            var before: (traces: Set<String>, schedules: Int) = ([], 0)
            for delays in 0...2 {
                let search = ExhaustiveSearch(.delays(delays), .beforeAccesses)
                let less = try #require(program.results(of: search, most: 2_000), "\(program)")
                #expect(less.schedules > before.schedules || less.schedules == whole.schedules, "\(program)")
                #expect(less.traces.isSuperset(of: before.traces) && less.traces.isSubset(of: whole.traces))
                #expect(delays > 0 || less.schedules == 1)
                before = (less.traces, less.schedules)
            }
            compared += 1
        }
    }

    @Test func namesHaveTheBound() {
        #expect(ExplorationStrategy(named: "delays3") == .exhaustive(delays: 3))
        #expect(ExplorationStrategy(named: "delays0")?.description == "delays0")
        #expect(ExplorationStrategy(named: "exhaustive3") == .exhaustive(preemptions: 3))
        for name in ["delays", "delays-1", "delays1x"] { #expect(ExplorationStrategy(named: name) == nil) }
        #expect(!ExplorationStrategy.exhaustive(delays: 2).isSeeded)
    }
}
