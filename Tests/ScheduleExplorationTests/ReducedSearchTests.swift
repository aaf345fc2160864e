import RandomNumbers
import Testing

@testable import ScheduleExploration

/// What an exhaustive search leaves out, in simulated programs.
struct ReducedSearchTests {
    private func search(leavesOut: Bool) -> ExhaustiveSearch {
        ExhaustiveSearch(preemptions: nil, .beforeAccesses, seesEffects: leavesOut)
    }

    /// Each order of steps that conflict is run once, and no other schedule to its end.
    @Test(arguments: 0..<4) func reducedSearchRunsOneScheduleOfEachTrace(part: UInt64) throws {
        var random = SplitMix64(seed: part)
        var (compared, all, reduced) = (0, 0, 0)
        while compared < 25 {
            let program = SimulatedProgram.random(&random)
            guard let whole = program.results(of: search(leavesOut: false), most: 2_000),
                whole.traces.count > 3
            else { continue }
            let less = try #require(program.results(of: search(leavesOut: true), most: 4_000), "\(program)")
            #expect(less.traces == whole.traces, "\(program)")
            #expect(less.schedules == whole.traces.count && less.redundant == 0, "\(program)")
            compared += 1
            (all, reduced) = (all + whole.schedules, reduced + less.schedules)
        }
        #expect(reduced * 50 < all, "\(reduced) of \(all) schedules")
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
}
