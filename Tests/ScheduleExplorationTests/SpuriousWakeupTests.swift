import CScheduleInterposition
import Foundation
import ScheduleExploration
import Testing

/// Waits on condition variables that return though nobody has signalled. This program holds `ScheduleInterposition`.
@Suite(.serialized, .enabled(if: oplab_interposition_works()))
struct SpuriousWakeupTests {
    private final class Door: @unchecked Sendable {
        let condition = NSCondition()
        var isOpen = false

        func open() {
            condition.withLock {
                isOpen = true
                condition.broadcast()
            }
        }

        /// Whether it is open when the wait is over.
        func wait(looksAgain: Bool, until deadline: Date? = nil) -> Bool {
            condition.withLock {
                while !isOpen {
                    if let deadline { _ = condition.wait(until: deadline) } else { condition.wait() }
                    if !looksAgain { break }
                }
                return isOpen
            }
        }
    }

    private func explored(
        wakeups: Int, looksAgain: Bool, until deadline: Date? = nil, replay: ReplayToken? = nil,
        strategy: ExplorationStrategy = .rotating
    ) async -> ExplorationReport {
        var plan = ExplorationPlan()
        (plan.schedules, plan.spuriousWakeups, plan.replay) = (300, wakeups, replay)
        plan.strategy = strategy
        return await explore(plan, name: "a door") {
            let door = Door()
            let other = Task { door.open() }
            let isOpen = door.wait(looksAgain: looksAgain, until: deadline)
            await other.value
            ExploredSchedule.expect(isOpen, "it was passed before it was open")
        }
    }

    @Test(arguments: [nil, Date(timeIntervalSinceNow: 3600)])
    func waitThatDoesNotLookAgainFails(until deadline: Date?) async throws {
        let report = await explored(wakeups: 1, looksAgain: false, until: deadline)
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.message == "it was passed before it was open")
        #expect("\(failure)".contains("without a signal"), "\(failure)")
        #expect("\(failure.token)".hasSuffix(":wake1"))
        // The token says that a wait may return, whatever the plan says.
        let again = await explored(wakeups: 0, looksAgain: false, until: deadline, replay: failure.token)
        #expect(again.failure?.message == failure.message, "\(again)")
    }

    @Test func nothingWakesWithoutASignalUnlessThePlanSaysSo() async {
        let report = await explored(wakeups: 0, looksAgain: false)
        #expect(report.hasPassed, "\(report)")
    }

    @Test(arguments: ExplorationStrategy.all)
    func waitThatLooksAgainPasses(strategy: ExplorationStrategy) async {
        let (with, without) = (
            await explored(wakeups: 2, looksAgain: true, strategy: strategy),
            await explored(wakeups: 0, looksAgain: true, strategy: strategy)
        )
        #expect(with.hasPassed, "\(with)")
        #expect(with.priorityBounds.isEmpty)
        #expect(with.longest > without.longest, "\(with)")
    }

    /// No thread could continue: a wakeup that may never come is no way out.
    @Test func lostSignalIsADeadlockAllTheSame() async {
        var plan = ExplorationPlan()
        (plan.schedules, plan.spuriousWakeups) = (300, 1)
        let report = await explore(plan) {
            let condition = NSCondition()
            let other = Task { condition.withLock { condition.signal() } }
            condition.withLock { condition.wait() }
            await other.value
        }
        #expect(report.failure?.kind == .deadlock, "\(report)")
    }
}

/// What a schedule may have that hardly ever happens, in a token.
@Suite struct MachineBehaviorTokenTests {
    @Test(arguments: [
        ("v3:12:-:wake2", 2, 0), ("v3:12:4>1,6>2:rc11:wake1", 1, 0), ("v3:12:random/1/2/3:tso:wake12", 12, 0),
        ("v3:12:-:early3", 0, 3), ("v3:12:-:rc11:wake1:early20", 1, 20), ("v3:12:-:wake1:early2:pool3", 1, 2),
        ("v3:12:-", 0, 0),
    ])
    func tokenSaysHowMany(text: String, wakeups: Int, timeouts: Int) throws {
        let token = try #require(ReplayToken(text))
        #expect(token.description == text)
        #expect(token.spuriousWakeups == wakeups && token.earlyTimeouts == timeouts)
    }

    @Test(arguments: [
        "wake0", "wake", "wake-1", "wake+1", "wake01", "wakes", "wake1:rc11", "wake1:wake1", "sc", "",
        "rc11:", "pool0", "pool1:early1", "early0", "early", "early01", "early1:wake1", "early1:early1",
        "early1:rc11",
    ])
    func otherEndingIsNoToken(ending: String) {
        #expect(ReplayToken("v3:12:-:\(ending)") == nil)
    }
}
