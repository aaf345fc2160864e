/// How an operation with a replaced `start` announces its states, as a subclass would.
public struct StartOverrideControl: Sendable {
    /// Makes `isExecuting` true, and announces it.
    public let announceExecuting: @Sendable () -> Void
    /// Makes `isExecuting` false and `isFinished` true, and announces both.
    public let announceFinished: @Sendable () -> Void

    /// How operations of the queue's kind announce a state. Both may be called from any thread.
    public init(
        announceExecuting: @escaping @Sendable () -> Void, announceFinished: @escaping @Sendable () -> Void
    ) {
        self.announceExecuting = announceExecuting
        self.announceFinished = announceFinished
    }
}
