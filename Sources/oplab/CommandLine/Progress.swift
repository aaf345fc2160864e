private import ConcurrencyPrimitives

/// Tells on standard error how far a command has come: on a terminal one line, redrawn; elsewhere a plain
/// line every few seconds.
final class Progress: Sendable {
    private struct State {
        var step = Step(begin: MonotonicClock.now)
        var lastLine = MonotonicClock.now
        var isDrawn = false
    }

    /// How far a step of the command has come. What is told in parts of the whole may be told of one step after another.
    struct Step {
        private(set) var begin: UInt64
        private(set) var done = 0

        init(begin: UInt64) { self.begin = begin }

        /// So much is done at this time; less than before is the begin of another step.
        mutating func advance(to done: Int, at now: UInt64) {
            if done < self.done { begin = now }
            self.done = done
        }
    }

    private let title: String
    private let total: Int
    private let isQuiet: Bool
    /// Whether there is something to count, or only a part of the whole.
    private let isCounted: Bool
    private let state = Mutex(State())

    /// Nanoseconds between two plain lines.
    private static let interval: UInt64 = 5_000_000_000
    /// Nanoseconds between two drawings: more often than this nobody can read.
    private static let redrawInterval: UInt64 = 50_000_000

    /// - Parameter title: What the command does, "judging 150 rules".
    convenience init(_ title: String, total: Int, isQuiet: Bool) {
        self.init(title, total, isCounted: true, isQuiet: isQuiet)
    }

    /// Of what is told in parts of the whole.
    convenience init(_ title: String, isQuiet: Bool) {
        self.init(title, 10_000, isCounted: false, isQuiet: isQuiet)
    }

    private init(_ title: String, _ total: Int, isCounted: Bool, isQuiet: Bool) {
        self.title = title
        self.total = total
        self.isCounted = isCounted
        self.isQuiet = isQuiet
        guard !isQuiet else { return }
        if !Terminal.errorIsTerminal { Terminal.error("oplab: \(title)\n") }
    }

    /// One more is done; `current` says what it was.
    func advance(_ current: String) { show(current, done: 1) }

    /// So many more are done; `current` says what goes on.
    func show(_ current: String, done: Int = 0) { show(current) { $0 + done } }

    /// This part of the whole is done, as in 0.5; `current` says what goes on.
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
            let text = "oplab: \(title): \(done)\(left), \(current)"
            // A line that wraps can't be redrawn.
            return Terminal.errorIsTerminal
                ? "\r\u{1B}[K" + text.prefix(Terminal.errorWidth - 1) : text + "\n"
        }
        if let line { Terminal.error(line) }
    }

    /// As if all that is left took as long as what is done, on average; nothing in the first seconds, which tell
    /// little.
    static func timeLeft(after nanoseconds: UInt64, _ done: Int, of total: Int) -> String {
        guard nanoseconds > 3_000_000_000, done > 0, done < total else { return "" }
        let seconds = Double(nanoseconds) / 1e9 / Double(done) * Double(total - done)
        if seconds < 100 { return ", about \(Int(seconds.rounded())) s left" }
        let minutes = Int((seconds / 60).rounded())
        return minutes < 100 ? ", about \(minutes) min left" : ", about \(minutes / 60) h left"
    }

    /// Takes the line away again.
    func end() {
        let isDrawn = state.withLock { $0.isDrawn }
        if isDrawn, Terminal.errorIsTerminal { Terminal.error("\r\u{1B}[K") }
    }
}
