import CScheduleControl
import ConcurrencyPrimitives
import TestSupport
import Testing

@testable import ScheduleExploration

/// A schedule in which the program would end the process. A sanitizer says it itself.
@Suite(.enabled(if: !Sanitizer.isUsed), .serialized) struct CrashTests {
    /// A task takes away what another one reads behind a check of it.
    private static func program(isSound: Bool) async {
        let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        number.initialize(to: 1)
        defer { number.deallocate() }
        let address = Atomic<UInt64>(UInt64(UInt(bitPattern: number)))
        let reader = startTask {
            let first = address.load()
            if first == nowhere { return }
            read(UInt(isSound ? first : address.load()))
        }
        address.store(nowhere)
        await reader.value
    }

    /// No page of the process is there.
    private static let nowhere: UInt64 = 8

    private static func read(_ address: UInt) {
        let value = UnsafePointer<Int>(bitPattern: address)!.pointee
        ExploredSchedule.expect(value == 1, "what was read is \(value)")
    }

    @Test func crashHasItsTokenAndItsPlace() async throws {
        let name = "crash"
        let report = await explore(schedules: 200, name: name) { await Self.program(isSound: false) }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .crash && failure.message.contains("SIGSEGV"), "\(failure)")
        #expect(failure.message.contains("CrashTests.swift:"), "\(failure)")
        let replayed = await explore(replay: failure.token, name: name) {
            await Self.program(isSound: false)
        }
        let again = try #require(replayed.failure, "\(replayed)")
        #expect(again.kind == .crash && again.token == failure.token, "\(again)")
        let last = try #require(again.interleaving.events.last)
        #expect(last.action == "crashes" && last.location.contains("CrashTests.swift:"), "\(again)")
        // The thread is left, and the process explores on.
        let sound = await explore(schedules: 200, name: name) { await Self.program(isSound: true) }
        #expect(sound.hasPassed, "\(sound)")
    }

    /// The unwinder itself faults in what isn't code. The crash has the place of the call.
    @Test func callOfWhatIsNoFunctionHasItsPlace() async throws {
        let report = await explore(schedules: 20, name: "no function") {
            let task = startTask {}
            await task.value
            Self.call(Self.nowhere)
        }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .crash && failure.message.contains("SIGSEGV"), "\(failure)")
        #expect(failure.message.contains("CrashTests.swift:"), "\(failure)")
    }

    @inline(never) private static func call(_ address: UInt64) {
        unsafeBitCast(UInt(address), to: (@convention(c) () -> Void).self)()
        // It is no tail call.
        ExploredSchedule.expect(address != nowhere, "it was called")
    }

    /// The unwinder faults, too, where the addresses to return to were overwritten.
    @Test func crashOnADamagedStackIsTold() async throws {
        let report = await explore(schedules: 20, name: "damaged stack") {
            let task = startTask {}
            await task.value
            Self.damageStack()
        }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .crash && failure.message.contains("SIGSEGV"), "\(failure)")
        #expect(failure.message.contains("CrashTests.swift:"), "\(failure)")
        // The handler didn't begin anew in the fault of the unwinder: that would lie further in.
        var innermost: UInt64 = 0
        #expect(oplab_crash_stack(&innermost, 1) == 1)
        let place = CodePlaces([CallStack(addresses: [innermost])]).text(CallStack(addresses: [innermost]))
        #expect(place.contains("CrashTests.swift:"), "\(place)")
    }

    @inline(never) private static func damageStack() {
        var local = 0
        withUnsafeMutablePointer(to: &local) { pointer in
            for index in 0..<64 { pointer[index] = Int(nowhere) }
            read(UInt(nowhere))
        }
    }

    /// Swift's runtime ends a process whose continuation is resumed twice.
    @Test func continuationThatIsResumedTwiceIsACrash() async throws {
        @Sendable func program() async {
            let isResumed = Atomic<UInt64>(0)
            await withCheckedContinuation { continuation in
                for _ in 0..<2 {
                    startTask {
                        // Another may come between.
                        if isResumed.load() == 1 { return }
                        isResumed.store(1)
                        continuation.resume()
                    }
                }
            }
        }
        let report = await explore(schedules: 200, name: "twice") { await program() }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .crash && failure.message.contains("SIG"), "\(failure)")
        let replayed = await explore(replay: failure.token, name: "twice") { await program() }
        #expect(replayed.failure?.kind == .crash, "\(replayed)")
    }

    /// A crash in a schedule that is tried to simplify another keeps what was found.
    @Test func crashKeepsTheFailureThatItWasFoundBy() async throws {
        let runs = Atomic<Int>(0)
        let report = await explore(schedules: 50, name: "by") {
            let run = runs.adding(1)
            let other = startTask {}
            await other.value
            ExploredSchedule.expect(false, "the failure\nthat was found")
            // In the schedules that count, and once more, it only fails.
            if run > 2 { Self.read(UInt(Self.nowhere)) }
        }
        let failure = try #require(report.failure, "\(report)")
        #expect(failure.kind == .crash, "\(failure)")
        #expect(failure.message.contains("simplified that fails, replay: v3:"), "\(failure)")
        #expect(failure.message.contains(": the failure that was found"), "\(failure)")
    }

    /// In the schedule before all that are counted, too.
    @Test func firstScheduleMayCrash() async throws {
        let report = await explore(schedules: 20, name: "first") {
            let task = startTask {}
            Self.read(UInt(Self.nowhere))
            await task.value
        }
        #expect(report.failure?.kind == .crash, "\(report)")
    }

    /// Each process of the reduction runs one schedule. Here what they find is given.
    @Test func reductionKeepsWhatCrashesAlike() async throws {
        let found = Self.crash(preemptions: [1, 3, 5, 8, 9, 12], message: "SIGILL, at A")
        var replays = 0
        let reduction = CrashReduction { token in
            replays += 1
            guard case .preemptionList(let list, _) = token.path else { return .undecided("no list") }
            let choices = list.map(\.choice)
            // It takes two of them, and without a third one it is another crash.
            guard choices.contains(3), choices.contains(9) else { return .didNotCrash }
            return .crashed(
                Self.crash(
                    preemptions: choices,
                    message: choices.contains(12) ? "SIGILL, at A\nsaid" : "SIGILL, at B"))
        }
        let simplest = try await reduction.simplest(found)
        #expect("\(simplest.token)".hasSuffix(":3>1,9>1,12>1"), "\(simplest.token)")
        #expect(simplest.schedule == 7 && simplest.preemptions == 6 && simplest.message.contains("said"))
        #expect(replays < 40)
        let lost = try await CrashReduction { _ in .didNotCrash }.simplest(found)
        #expect(lost.token == found.token && lost.message.contains("it did not crash"), "\(lost.message)")
        let undecided = try await CrashReduction { _ in .undecided("interrupted") }.simplest(found)
        #expect(undecided.token == found.token && undecided.message.hasSuffix("showed none: interrupted"))
    }

    private static func crash(preemptions: [Int], message: String) -> ScheduleFailure {
        ScheduleFailure(
            kind: .crash, message: message, schedule: 7, preemptions: preemptions.count,
            fewestPreemptions: preemptions.count, blocked: [], suspended: [],
            token: ReplayToken(
                scenario: "reduction",
                .preemptionList(preemptions.map { .init(choice: $0, thread: 1) }, .beforeAccesses)),
            interleaving: .empty)
    }
}
