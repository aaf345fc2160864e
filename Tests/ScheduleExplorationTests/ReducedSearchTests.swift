import RandomNumbers
import Testing

@testable import ScheduleExploration

/// What an exhaustive search leaves out, in simulated programs.
struct ReducedSearchTests {
    private func search(leavesOut: Bool) -> ExhaustiveSearch {
        ExhaustiveSearch(nil, .beforeAccesses, mayLeaveOut: leavesOut)
    }

    /// What both searches find in one program.
    private typealias Comparison = (
        program: SimulatedProgram, whole: SimulatedProgram.Results, less: SimulatedProgram.Results
    )

    /// Searches ten random programs that have some traces, and not too many schedules.
    private func comparisons(
        looks: Bool, shiftsNames: Bool = false, seed: UInt64
    ) throws -> [Comparison] {
        var random = SplitMix64(seed: seed)
        var comparisons: [Comparison] = []
        while comparisons.count < 10 {
            let program = SimulatedProgram.random(looks: looks, &random)
            guard let whole = program.results(of: search(leavesOut: false), most: 2_000),
                whole.traces.count > 3
            else { continue }
            let less = try #require(
                program.results(of: search(leavesOut: true), most: 2_000, shiftsNames: shiftsNames),
                "\(program)")
            comparisons.append((program, whole, less))
        }
        return comparisons
    }

    /// Each order of steps that conflict is run once, and no other schedule to its end.
    @Test(arguments: 0..<4) func reducedSearchRunsOneScheduleOfEachTrace(seed: UInt64) throws {
        var (all, reduced) = (0, 0)
        for (program, whole, less) in try comparisons(looks: false, seed: seed) {
            #expect(less.traces == whole.traces, "\(program)")
            #expect(less.schedules == whole.traces.count && less.redundant == 0, "\(program)")
            (all, reduced) = (all + whole.schedules, reduced + less.schedules)
        }
        #expect(reduced * 30 < all, "\(reduced) of \(all) schedules")
    }

    /// Where steps conflict with all others, more is run than it takes, and nothing is lost.
    @Test(arguments: 100..<104) func reducedSearchFindsWhatSeesMoreThanConflicts(seed: UInt64) throws {
        for (program, whole, less) in try comparisons(looks: true, seed: seed) {
            #expect(less.traces == whole.traces, "\(program)")
        }
    }

    /// Memory that comes again has the name of what was there before, and what is first used later has another.
    @Test(arguments: 200..<204) func namesThatShiftLoseNothing(seed: UInt64) throws {
        for (program, whole, less) in try comparisons(looks: false, shiftsNames: true, seed: seed) {
            #expect(less.traces == whole.traces, "\(program)")
        }
    }

    /// Programs in which the owner of a lock meets others within, too; and one that finds it taken and doesn't wait.
    @Test(
        arguments: [
            [[.start, .lock(2), .load(0), .post(3), .unlock(2)], [.lock(2), .post(3), .unlock(2)]],
            [[.start, .lock(2), .load(0), .look, .load(1), .unlock(2)], [.lock(2), .unlock(2)]],
            [
                [.start, .lock(2), .store(0), .store(1), .unlock(2)],
                [.tryLock(2, else: [.load(1)]), .load(0), .unlock(2)],
            ],
        ] as [[[SimulatedProgram.Action]]])
    func eachOrderOfOwnersIsTried(_ threads: [[SimulatedProgram.Action]]) throws {
        let program = SimulatedProgram(threads: threads)
        let whole = try #require(program.results(of: search(leavesOut: false), most: 10_000))
        let less = try #require(program.results(of: search(leavesOut: true), most: 10_000))
        #expect(less.traces == whole.traces)
        #expect(whole.traces.count > 1)
    }

    /// A search that only leaves out what it has run already begins schedules that it can't end: here, of each subset of threads.
    @Test func stepsThatConflictWithNoneAreTriedInOneOrder() {
        let starts = Array(repeating: SimulatedProgram.Action.start, count: 3)
        let program = SimulatedProgram(threads: [
            starts + [.store(0), .store(0)], [.store(1), .store(1)], [.store(2), .load(2)],
            [.store(3), .load(3)],
        ])
        #expect(program.results(of: search(leavesOut: true), most: 2)?.schedules == 1)
    }

    /// Who holds the lock when another comes has to be tried without: its holder's steps within conflict with nothing.
    @Test func ownersOfALockAreTriedInEachOrder() throws {
        let body: [SimulatedProgram.Action] = [.lock(2), .store(0), .load(0), .unlock(2)]
        let program = SimulatedProgram(threads: [[.start, .start] + body, body, body])
        let results = try #require(program.results(of: search(leavesOut: true), most: 100))
        #expect(results.traces.count == 6)
    }

    /// Who waits for a permit can't come before the step that gives it, so there is no other order to try for that.
    @Test func wakingIsNotReversed() {
        let program = SimulatedProgram(threads: [
            [.start, .start, .post(3)], [.store(0), .store(0)], [.wait(3)],
        ])
        let results = program.results(of: search(leavesOut: true), most: 100)
        #expect(results?.schedules == 2 && results?.redundant == 0, "\(String(describing: results))")
    }
}
