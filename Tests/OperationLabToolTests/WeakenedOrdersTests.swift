import ConcurrencyPrimitives
import Foundation
import QueueConformance
import QueueExploration
import QueueSubjects
import ScheduleExploration
import Testing
import TextFormats

/// The explored rules, judged by mistakes that nobody has made: each memory order of the queues is weakened by a half, and
/// exploring under weak memory is to find that. `scripts/weakened-orders` runs this, and writes the table.
@Suite(.enabled(if: output != nil, "scripts/weakened-orders runs this"))
struct WeakenedOrdersTests {
    private enum Verdict {
        case found(String, schedule: Int, kind: ScheduleFailure.Kind)
        case notFound(schedules: Int)
        /// The access has no such half.
        case nothingToLose
    }

    private static let schedules =
        ProcessInfo.processInfo.environment["OPERATIONLAB_SCHEDULES"].flatMap { Int($0) } ?? 100
    /// Where those orders are that are weakened: not those of the scenarios.
    private static let modules = ["AdvancedOperations/", "OperationQueues/", "Operations/"]
    private static let file = ProcessInfo.processInfo.environment["OPERATIONLAB_ACCESSES"] ?? ""

    @Test func weakenedOrdersAreFoundOrListed() async throws {
        let (scenarios, unstable) = await Self.baseline()
        #expect(!scenarios.isEmpty, "no scenario passed")
        let accesses = scenarios.reduce(into: Set<AccessSite>()) { $0.formUnion($1.accesses) }.sorted()
            .filter { access in Self.modules.contains { access.file.hasPrefix($0) } }
        let table = try CSVWriter(
            creating: try #require(output), columns: ["access", "lost", "verdict", "rule", "schedules"])
        var (found, missed) = (0, 0)
        for access in accesses where access.description.hasPrefix(Self.file) {
            for lost in WeakenedOrder.Half.allCases where lost == .acquire || !access.isLoad {
                let order = WeakenedOrder(access, lost: lost)
                let row: [String]
                switch await Self.judge(order, by: scenarios.filter { $0.accesses.contains(access) }) {
                case .found(let scenario, let schedule, let kind):
                    found += 1
                    row = ["\(access)", lost.rawValue, "\(kind)", scenario, "\(schedule)"]
                case .notFound(let schedules):
                    missed += 1
                    row = ["\(access)", lost.rawValue, "not found", "", "\(schedules)"]
                case .nothingToLose: continue
                }
                try table.append(row)
            }
        }
        #expect(found > 0, "no weakened order was found, so the judge may be blind")
        print("weakened: \(found) of \(found + missed) found; left out: \(unstable.joined(separator: ", "))")
    }

    /// The judge itself: a word that publishes another needs both of its orders.
    @Test func weakenedPublicationIsFound() async {
        final class Publication: @unchecked Sendable {
            let word = ConcurrencyPrimitives.Atomic<UInt64>(0)
            var published = 0
        }
        let scenario = OrderScenario(name: "publication", share: 1) {
            await explore($0, name: "publication") {
                let publication = Publication()
                let writer = startTask {
                    publication.published = 1
                    publication.word.store(1)
                }
                if publication.word.load() == 1 { publication.published += 1 }
                await writer.value
            }
        }
        let trial = OrderTrial()
        #expect(await scenario.explore(Self.plan(scenario, trial)).hasPassed)
        #expect(trial.accesses.count == 2)
        for access in trial.accesses {
            let order = WeakenedOrder(access, lost: access.isLoad ? .acquire : .release)
            guard case .found(_, _, .dataRace) = await Self.judge(order, by: [scenario]) else {
                Issue.record("\(order) was not found")
                continue
            }
        }
    }

    private static func plan(_ scenario: OrderScenario, _ trial: OrderTrial) -> ExplorationPlan {
        var plan = ExplorationPlan()
        (plan.memory, plan.shrinks, plan.orders) = (.rc11, false, trial)
        plan.schedules = scenario.share * schedules
        return plan
    }

    /// The scenarios that pass as they are, with what they reach, and the names of those that don't.
    private static func baseline() async -> (scenarios: [OrderScenario], unstable: [String]) {
        var (scenarios, unstable): ([OrderScenario], [String]) = ([], [])
        for var scenario in OrderScenario.all {
            let trial = OrderTrial()
            let report = await scenario.explore(plan(scenario, trial))
            scenario.accesses = trial.accesses
            if report.hasPassed {
                scenarios.append(scenario)
            } else {
                print("weakened: left out: \(report)")
                unstable.append(scenario.name)
            }
        }
        return (scenarios, unstable)
    }

    private static func judge(_ order: WeakenedOrder, by scenarios: [OrderScenario]) async -> Verdict {
        var (schedules, weakened) = (0, 0)
        for (index, scenario) in scenarios.enumerated() {
            let trial = OrderTrial(weakened: order)
            let report = await scenario.explore(plan(scenario, trial))
            weakened += trial.weakenedAccesses
            if let failure = report.failure {
                return .found(scenario.name, schedule: schedules + failure.schedule, kind: failure.kind)
            }
            schedules += report.schedules
            if weakened == 0, index == 2 { break }
        }
        return weakened == 0 ? .nothingToLose : .notFound(schedules: schedules)
    }
}

/// The file of the table.
private let output = ProcessInfo.processInfo.environment["OPERATIONLAB_WEAKENED_ORDERS"]
