private import ConcurrencyPrimitives

/// Shows the progress of a command on standard error: one line that is redrawn on a terminal, and otherwise a line
/// every few seconds.
final class Progress: Sendable {
    private struct State {
        var step = Step(begin: MonotonicClock.now)
        var lastLine = MonotonicClock.now
        var isDrawn = false
    }

    /// The progress of a step. A command that reports fractions may have several steps.
    struct Step {
        private(set) var begin: UInt64
        private(set) var done = 0

        init(begin: UInt64) { self.begin = begin }

        /// Sets the progress at this time. A lower value begins another step.
        mutating func advance(to done: Int, at now: UInt64) {
            if done < self.done { begin = now }
            self.done = done
        }
    }

    private let title: String
    private let total: Int
    private let isQuiet: Bool
    /// Whether progress is a count, or a fraction.
    private let isCounted: Bool
    private let state = Mutex(State())

    /// Nanoseconds between two lines that aren't redrawn.
    private static let interval: UInt64 = 5_000_000_000
    /// Nanoseconds between two drawings: people can't read faster.
    private static let redrawInterval: UInt64 = 50_000_000

    /// - Parameter title: What the command does, "judging 150 rules".
    convenience init(_ title: String, total: Int, isQuiet: Bool) {
        self.init(title, total, isCounted: true, isQuiet: isQuiet)
    }

    /// For progress in fractions.
    convenience init(_ title: String, isQuiet: Bool) {
        self.init(title, 10_000, isCounted: false, isQuiet: isQuiet)
    }

    private init(_ title: String, _ total: Int, isCounted: Bool, isQuiet: Bool) {
        self.title = title
        self.total = total
        self.isCounted = isCounted
        self.isQuiet = isQuiet
        guard !isQuiet else { return }
        if !Terminal.errorIsTerminal { Terminal.error("\(toolName): \(title)\n") }
    }

    /// Counts one more; `current` names it.
    func advance(_ current: String) { show(current, done: 1) }

    /// Counts `done` more; `current` names the present work.
    func show(_ current: String, done: Int = 0) { show(current) { $0 + done } }

    /// Sets the completed fraction, as in 0.5; `current` names the present work.
    func show(_ current: String, part: Double) {
        let done = Int(part * Double(total))
        show(current) { _ in done }
    }

    private func show(_ current: String, count: (Int) -> Int) {
        let line = state.withLock { state -> String? in
            let now = MonotonicClock.now
            state.step.advance(to: count(state.step.done), at: now)
            let interval = Terminal.errorIsTerminal ? Self.redrawInterval : Self.interval
            guard !isQuiet, now - state.lastLine >= interval else { return nil }
            state.lastLine = now
            state.isDrawn = true
            let step = state.step
            let estimate = Self.timeLeft(after: now - step.begin, step.done, of: total)
            let left = estimate.isEmpty || isCounted ? estimate : estimate + " of this step"
            let done = isCounted ? "\(step.done) of \(total)" : "\(step.done * 100 / total)%"
            let text = "\(toolName): \(title): \(done)\(left), \(current)"
            // A line that wraps can't be redrawn.
            return Terminal.errorIsTerminal
                ? "\r\u{1B}[K" + text.prefix(Terminal.errorWidth - 1) : text + "\n"
        }
        if let line { Terminal.error(line) }
    }

    /// Extrapolates from the average so far. Empty in the first seconds, from which it can't.
    static func timeLeft(after nanoseconds: UInt64, _ done: Int, of total: Int) -> String {
        guard nanoseconds > 3_000_000_000, done > 0, done < total else { return "" }
        let seconds = Double(nanoseconds) / 1e9 / Double(done) * Double(total - done)
        if seconds < 100 { return ", about \(Int(seconds.rounded())) s left" }
        let minutes = Int((seconds / 60).rounded())
        return minutes < 100 ? ", about \(minutes) min left" : ", about \(minutes / 60) h left"
    }

    /// Removes the line.
    func end() {
        let isDrawn = state.withLock { $0.isDrawn }
        if isDrawn, Terminal.errorIsTerminal { Terminal.error("\r\u{1B}[K") }
    }
}
