public import LinuxPlatform

/// Ends what takes too long: the last resort against a process that neither answers nor ends.
///
/// A process that gets no processor has more time, as not to have come to its end says nothing of it then.
public struct Watchdog: Sendable {
    /// How long what is watched may take.
    public let limit: Duration
    /// How many times the limit a process has that gets no processor.
    public let patience: Int
    /// What a process has got so far, by its number.
    let load: @Sendable (Int) -> ProcessLoad?

    /// - Parameters:
    ///   - limit: How long what is watched may take.
    ///   - patience: How many times that a process has that gets no processor.
    ///   - load: What a process has got so far, by its number; nil if that isn't known.
    public init(
        limit: Duration, patience: Int = 1,
        load: @escaping @Sendable (Int) -> ProcessLoad? = { ProcessLoad(ofProcess: $0) }
    ) {
        self.limit = limit
        self.patience = patience
        self.load = load
    }

    /// Waits until `process` is overdue, from now on; nil if this task is cancelled first.
    func wait(for process: Int) async -> ChildEnd? {
        let before = load(process) ?? ProcessLoad(ran: .zero, waited: .zero)
        for limits in 1...patience {
            do { try await Task.sleep(for: limit) } catch { return nil }
            guard let now = load(process), now.since(before).isStarved(in: limit * limits) else {
                return .overdue(limit: limit * limits)
            }
        }
        return .starved(limit: limit * patience)
    }
}
