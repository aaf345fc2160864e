public import LinuxPlatform

/// Ends a child that takes too long: the last resort against a process that neither answers nor ends.
///
/// A process that got no processor time is given more time.
public struct Watchdog: Sendable {
    /// How long the child may take.
    public let limit: Duration
    /// How many times the limit a process may take that gets no processor time.
    public let patience: Int
    /// The processor time of a process so far, by its identifier.
    let load: @Sendable (Int) -> ProcessLoad?

    /// - Parameters:
    ///   - limit: How long the child may take.
    ///   - patience: How many times that a process may take that gets no processor time.
    ///   - load: The processor time of a process so far, by its identifier; nil if that isn't known.
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
