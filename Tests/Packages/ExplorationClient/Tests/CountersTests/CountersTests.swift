import Counters
import Foundation
import QueueConformanceTesting
import ScheduleExploration
import Testing

/// The same lost update behind each kind of synchronisation, in code that knows nothing of the explorer. In an instrumented build
/// (scripts/explore-package) each is found. In an ordinary one, what isn't found is never simply passed.
@Suite(.serialized)
struct CountersTests {
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () -> any Counter
        init(_ name: String, _ make: @escaping @Sendable () -> any Counter) {
            (testDescription, self.make) = (name, make)
        }
    }

    static let kinds = [
        Kind("Mutex") { MutexCounter() }, Kind("Atomic") { AtomicCounter() },
        Kind("NSLock") { NSLockCounter() },
        Kind("NSRecursiveLock") { NSRecursiveLockCounter() }, Kind("NSCondition") { NSConditionCounter() },
        Kind("DispatchSemaphore") { SemaphoreCounter() }, Kind("DispatchQueue.sync") { QueueCounter() },
        Kind("actor") { ActorCounter() },
    ]

    private func report(
        _ make: @escaping @Sendable () -> any Counter, schedules: Int,
        _ add: @escaping @Sendable (any Counter) async -> Void
    ) async -> ExplorationReport {
        await explore(schedules: schedules, name: "counter") {
            let counter = make()
            let other = Task { await add(counter) }
            await add(counter)
            await other.value
            let value = await counter.value
            ExploredSchedule.expect(value == 2, "counted to \(value)")
        }
    }

    @Test(arguments: kinds)
    func updateIsLost(_ kind: Kind) async throws {
        let report = await report(kind.make, schedules: 1_000) { await $0.addLate() }
        if let failure = report.failure {
            #expect(failure.kind == .failed && failure.message == "counted to 1", "\(failure)")
        } else {
            #expect(!report.isInstrumented, "\(report)")
            #expect(!report.hasPassed || !report.doubts.isEmpty, "\(report)")
        }
        print("\(kind.testDescription): \(report)")
    }

    /// More of them find out more about the explorer.
    private static let schedules =
        ProcessInfo.processInfo.environment["COUNTERS_SCHEDULES"].flatMap { Int($0) } ?? 2_000

    @Test(arguments: kinds)
    func noUpdateIsLost(_ kind: Kind) async {
        let report = await report(kind.make, schedules: Self.schedules) { await $0.add() }
        #expect(report.failure == nil, "\(report)")
        if report.isInstrumented { #expect(report.hasPassed && report.distinct > 20, "\(report)") }
        print("\(kind.testDescription): \(report), \(report.nanoseconds / 1_000_000) ms")
    }

    /// Without any synchronisation, no interleaving of the steps that are seen counts wrong; but each has the race.
    @Test func dataRaceIsFound() async throws {
        let report = await report({ PlainCounter() }, schedules: 1_000) { await $0.add() }
        guard report.isInstrumented else {
            #expect(!report.hasPassed || !report.doubts.isEmpty, "\(report)")
            return
        }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .dataRace)
        #expect(failure.message.contains("Counters"), "\(failure)")
        print(failure)
    }

    /// A value is published by a store that doesn't release: on a processor that reorders stores, others may not see it.
    @Test(arguments: [true, false])
    func publicationNeedsARelease(_ releases: Bool) async throws {
        let report = await explore(schedules: 500, name: "publication") {
            let box = PublishedBox()
            let other = Task { box.publish(7, releases: releases) }
            if let value = box.published { ExploredSchedule.expect(value == 7, "it was \(value)") }
            await other.value
        }
        guard report.isInstrumented else { return }
        if releases {
            #expect(report.hasPassed, "\(report)")
        } else {
            #expect(report.failure?.kind == .dataRace, "\(report)")
        }
    }

    @Test(.explored(schedules: 200)) func traitExplores() async {
        let counter = ActorCounter()
        let other = Task { await counter.add() }
        await counter.add()
        await other.value
        let value = await counter.value
        ExploredSchedule.expect(value == 2, "counted to \(value)")
    }
}
