import Foundation

extension Shape {
    /// Philosophers at a table take the fork to the left, then the one to the right. If all have the left one, all wait. In the
    /// fixed form the last one begins with the right one.
    static func diningPhilosophers(_ count: Int) -> Shape {
        Shape(name: "CS.din_phil\(count)_sat", symptom: .deadlock, hasFixedForm: true) { isFixed, _ in
            let forks = (0..<count).map { _ in NSLock() }
            await runThreads(
                (0..<count).map { seat in
                    let next = (seat + 1) % count
                    let isReversed = isFixed && next == 0
                    let (first, second) = isReversed ? (forks[next], forks[seat]) : (forks[seat], forks[next])
                    return { first.withLock { second.withLock {} } }
                })
        }
    }
}
