import Testing

@testable import QueueFuzzing

/// The search for an order, and its budget.
@Suite struct SearchTests {
    private typealias Search = LinearizationSearch<SettingModel>

    private func isUndecided(_ steps: [Search.Step], budget: Int) -> Bool {
        var budget = budget
        if case .undecided = Search(steps, from: 0).run(&budget) { return true }
        return false
    }

    @Test func searchPastItsBudgetIsUndecided() {
        // Each of these sets may be the last, and none is what is read.
        let steps =
            (1...12).map { Search.Step(.set($0), Interval(0, 10)) }
            + [Search.Step(.read(99, .limitRead), Interval(11, 12))]
        #expect(isUndecided(steps, budget: 100))
        #expect(!isUndecided(steps, budget: 1_000_000))
    }

    @Test func configurationIsEnteredOnce() {
        // Without memory, the search would try the 12! orders.
        let steps =
            (1...12).map { Search.Step(.set($0 % 2), Interval(0, 10)) }
            + [Search.Step(.read(99, .limitRead), Interval(11, 12))]
        #expect(!isUndecided(steps, budget: 2 * 4096 + 2))
    }

    @Test func stepsThatNeverReturnedMayHaveTakenNoEffect() {
        var budget = 100
        let steps = [
            Search.Step(.set(1), Interval(0, Interval.never)),
            Search.Step(.read(0, .limitRead), Interval(1, 2)),
        ]
        guard case .allowed = Search(steps, from: 0).run(&budget) else {
            Issue.record("the search refused a read before a set that hasn't returned")
            return
        }
    }
}
