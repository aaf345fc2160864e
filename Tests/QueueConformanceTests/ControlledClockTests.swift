import ConcurrencyPrimitives
import QueueConformance
import Testing

/// The clock of checks: what it calls, and when.
struct ControlledClockTests {
    private final class Calls: Sendable {
        private let made = Mutex<[Int]>([])
        var numbers: [Int] { made.withLock { $0 } }
        func note(_ number: Int) { made.withLock { $0.append(number) } }
    }

    @Test func callsAreMadeInTheOrderOfTheirTimesOnceTheseHaveCome() {
        let (clock, calls) = (ControlledClock(), Calls())
        for (number, seconds) in [(1, 3), (2, 1), (3, 2), (4, 2)] {
            _ = clock.schedule(after: .seconds(seconds)) { calls.note(number) }
        }
        clock.advance(by: .milliseconds(999))
        #expect(calls.numbers.isEmpty && clock.pendingCount == 4)
        clock.advance(by: .milliseconds(1_001))
        #expect(calls.numbers == [2, 3, 4] && clock.pendingCount == 1)
        // Counted from when it is asked for.
        _ = clock.schedule(after: .seconds(1)) { calls.note(5) }
        clock.advance(by: .seconds(1))
        #expect(calls.numbers == [2, 3, 4, 1, 5])
    }

    @Test func withdrawnCallIsMadeOnlyByAClockThatKeepsIt() {
        for keepsWithdrawn in [false, true] {
            let (clock, calls) = (ControlledClock(keepsWithdrawn: keepsWithdrawn), Calls())
            let withdraw = clock.schedule(after: .seconds(1)) { calls.note(1) }
            withdraw()
            clock.advance(by: .seconds(1))
            #expect(calls.numbers == (keepsWithdrawn ? [1] : []))
        }
    }

    @Test func callMayAskForAnother() {
        let (clock, calls) = (ControlledClock(), Calls())
        _ = clock.schedule(after: .seconds(1)) {
            calls.note(1)
            _ = clock.schedule(after: .zero) { calls.note(2) }
        }
        clock.advance(by: .seconds(1))
        #expect(calls.numbers == [1])
        clock.advance(by: .zero)
        #expect(calls.numbers == [1, 2])
    }
}
