import ScheduleExploration
import Testing

@testable import ConcurrencyPrimitives

@Suite struct ParkerTests {
    @Test func timedParkReturnsWithoutAPermitWhenTheTimeIsOver() async {
        let hasPermit = await SystemThread.value { Parker().park(timeout: .milliseconds(1)) }
        #expect(!hasPermit)
    }

    /// It doesn't begin anew at the end of all numbers.
    @Test func timeOfATimeoutThatNeverEndsIsTheGreatest() {
        #expect(MonotonicClock.time(after: .seconds(Int64.max)) == .max)
        #expect(MonotonicClock.time(after: .nanoseconds(Int64.max)) > MonotonicClock.now)
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .seconds(60), .seconds(Int64.max)])
    func timedParkTakesAnExistingPermit(timeout: Duration) async {
        let hasPermit = await SystemThread.value {
            let parker = Parker()
            parker.unpark()
            return parker.park(timeout: timeout)
        }
        #expect(hasPermit)
    }

    @Test func timedParkReturnsWhenAnotherThreadUnparks() async {
        let hasPermit = await SystemThread.value {
            let parker = Parker()
            WorkerThread.start { parker.unpark() }
            return parker.park(timeout: .seconds(600))
        }
        #expect(hasPermit)
    }

    /// Whatever the times are, each permit is taken once.
    @Test func permitsAddUpBesideDeadlines() async {
        let (threads, permits) = (4, 20_000)
        let (taken, isLeft) = await SystemThread.value { () -> (Int, Bool) in
            let parker = Parker()
            for _ in 0..<threads {
                WorkerThread.start { for _ in 0..<permits { parker.unpark() } }
            }
            var taken = 0
            var round = 0
            while taken < threads * permits {
                round += 1
                if round.isMultiple(of: 3) {
                    parker.park()
                    taken += 1
                } else if parker.park(timeout: .nanoseconds(round % 7 * 500)) {
                    taken += 1
                }
            }
            return (taken, parker.park(timeout: .zero))
        }
        #expect(taken == threads * permits && !isLeft)
    }

    /// The deadline and the permit come in both orders, and a permit that comes late is the next park's.
    @Test func explorationsTryBothEndsOfATimedPark() async {
        let seen = Mutex<Set<Bool>>([])
        let report = await ScheduleExploration.explore(schedules: 300, name: "timed park") {
            let parker = Parker()
            WorkerThread.start { parker.unpark() }
            await suspend { resumption in
                WorkerThread.start {
                    let hasPermit = parker.park(timeout: .nanoseconds(200))
                    if !hasPermit { parker.park() }
                    seen.withLock { _ = $0.insert(hasPermit) }
                    resumption.resume()
                }
            }
        }
        #expect(report.hasPassed, "\(report)")
        #expect(seen.withLock { $0 } == [true, false])
    }

    @Test func explorationAdvancesTimeWhenNothingElseCanRun() async {
        let report = await ScheduleExploration.explore(schedules: 3, name: "deadline") {
            let parker = Parker()
            await suspend { resumption in
                WorkerThread.start {
                    ExploredSchedule.expect(!parker.park(timeout: .seconds(3600)), "there was no permit")
                    resumption.resume()
                }
            }
        }
        #expect(report.hasPassed, "\(report)")
    }

    private static let durations: [(Duration, UInt64)] = [
        (.zero, 0), (.nanoseconds(-1), 0), (.seconds(-5), 0), (.nanoseconds(7), 7),
        (.seconds(3), 3_000_000_000),
        (Duration(secondsComponent: 1, attosecondsComponent: 1_999_999_999), 1_000_000_001),
        (.seconds(Int64.max), .max),
    ]

    @Test(arguments: durations)
    func durationsBecomeWholeNanoseconds(duration: Duration, nanoseconds: UInt64) {
        #expect(duration.wholeNanoseconds == nanoseconds)
    }
}
