private import ConcurrencyPrimitives
internal import DownloadCore

/// Downloads as they go on: adds them, shows how far they have come, says what came of each, and ends them at Ctrl-C.
final class FetchSession: Sendable {
    private struct State: Sendable {
        /// Those that have not ended, in the order of adding.
        var items: [any FetchedItem] = []
        var screen = ProgressScreen()
        var succeeded = 0
        var failed = 0
        var bytes: UInt64 = 0
        var isInterrupted = false
    }

    private let queue: any FetchQueue
    private let options: FetchOptions
    private let total: Int
    private let limit: Int
    /// Whether bars are drawn.
    private let isDrawn: Bool
    private let state = Mutex(State())
    private let begin = MonotonicClock.now

    init(queue: any FetchQueue, options: FetchOptions, total: Int, limit: Int, isQuiet: Bool) {
        self.queue = queue
        self.options = options
        self.total = total
        self.limit = limit
        isDrawn = !isQuiet && Terminal.isWatched
    }

    /// Runs downloads to their ends, or to Ctrl-C.
    func run(_ plans: [DownloadPlan]) async -> ExitStatus {
        let interruption = Interruption { self.interrupt() }
        var options = options
        options.didEnd = { self.didEnd($0) }
        for plan in plans where !state.withLock({ $0.isInterrupted }) {
            let item = queue.add(plan, options)
            let isLate = state.withLock { state in
                // It may have ended already.
                if item.outcome == nil { state.items.append(item) }
                return state.isInterrupted
            }
            if isLate { item.cancel() }
        }
        let drawing = isDrawn ? Task { await draw() } : nil
        await queue.waitUntilAllHaveEnded()
        drawing?.cancel()
        await drawing?.value
        let (failed, text) = state.withLock { ($0.failed, $0.screen.erased() + summary($0)) }
        Terminal.error(text)
        return interruption.status ?? (failed == 0 ? .success : .failed)
    }

    private func interrupt() {
        let items = state.withLock { state in
            state.isInterrupted = true
            return state.items
        }
        for item in items { item.cancel() }
    }

    private func didEnd(_ item: any FetchedItem) {
        guard let outcome = item.outcome else { return }
        // Under the lock, so that a line and the bars don't mix.
        state.withLock { state in
            state.items.removeAll { $0.plan.meter === item.plan.meter }
            if isDrawn { Terminal.output(state.screen.erased()) }
            switch outcome {
            case .success(let file):
                state.succeeded += 1
                state.bytes += file.length
                Terminal.output(
                    isDrawn ? "\(file.path)\n" : "\(file.path)\t\(file.length)\t\(item.plan.request.text)\n")
            case .failure(let error):
                state.failed += 1
                Terminal.error("\(error)\n")
            }
        }
    }

    /// Shows how far the downloads have come, ten times a second.
    private func draw() async {
        while !Task.isCancelled {
            state.withLock { state in
                let shown = state.items.map {
                    ProgressScreen.Row(name: $0.plan.request.text, progress: $0.plan.meter.progress)
                }
                let done = ProgressScreen.Total(
                    succeeded: state.succeeded, failed: state.failed, count: total,
                    nanoseconds: MonotonicClock.now - begin)
                Terminal.output(state.screen.drawn(shown, done, width: Terminal.width, most: limit))
            }
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    private func summary(_ state: State) -> String {
        let seconds = Double(MonotonicClock.now - begin) / 1e9
        let bytes = ByteCount(state.bytes), rate = ByteCount(UInt64(Double(state.bytes) / max(seconds, 1e-3)))
        let tenths = Int((seconds * 10).rounded())
        return
            "downloads: \(state.succeeded) of \(total) files, \(bytes) in \(tenths / 10).\(tenths % 10) s (\(rate)/s)\n"
    }
}
