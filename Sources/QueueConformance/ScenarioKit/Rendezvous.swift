internal import ConcurrencyPrimitives
private import LinuxPlatform

/// Where threads meet by spinning, round after round, to go on within nanoseconds of one another.
///
/// A party that the others don't come to goes on after a bounded number of looks: a meeting that fails costs
/// power, never a verdict, and a queue that loses an operation doesn't leave a thread busy for ever.
package final class Rendezvous: Sendable {
    private let arrivals = RelaxedCounter()
    private let parties: Int
    private static let looks = 5_000
    private static let looksBeforeYielding = 1_000

    package init(parties: Int) { self.parties = parties }

    /// Runs each party on a thread of its own, round after round, all of them meeting before each.
    static func start(_ parties: [@Sendable (_ round: Int) -> Void], rounds: Int) {
        let meeting = Rendezvous(parties: parties.count)
        for party in parties {
            SystemThread.start {
                for round in 0..<rounds {
                    meeting.meet(round: round)
                    party(round)
                }
            }
        }
    }

    /// Returns when all parties have come to `round`, counted from 0.
    package func meet(round: Int) {
        arrivals.increment()
        var looks = 0
        while arrivals.value < parties * (round + 1), looks < Self.looks {
            looks += 1
            if looks > Self.looksBeforeYielding { sched_yield() }
        }
    }

    /// Lets a little time of the processor pass: `steps` looks at a word.
    func spin(_ steps: Int) {
        for _ in 0..<steps { _ = arrivals.value }
    }
}
