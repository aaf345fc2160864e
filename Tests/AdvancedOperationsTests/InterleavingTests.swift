import AdvancedOperations
import ConcurrencyPrimitives
import OperationQueues
import Operations
import ScheduleExploration
import Testing

/// What races, under hundreds of interleavings, on both queues.
@Suite(.serialized)
struct InterleavingTests {
    static let schedules = 300

    @Test(arguments: ExploredScenario.all, Kind.allCases)
    func scenarioHoldsUnderEverySchedule(_ scenario: ExploredScenario, _ kind: Kind) async {
        let report = await explore(schedules: Self.schedules, name: "\(scenario.name) \(kind)") {
            await scenario.body(kind)
        }
        #expect(report.hasPassed, "\(report)")
        #expect(report.choices > 20 * report.schedules, "\(scenario.name): there was little to choose")
        #expect(Living.shared.take() == 0, "\(scenario.name): an operation was not let go")
    }
}
