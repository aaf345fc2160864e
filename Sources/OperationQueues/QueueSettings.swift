internal import Dispatch

/// What can be set on a queue.
struct QueueSettings {
    /// What workers do. Where each operation is to be a work item of its own, they hand back.
    private(set) var strategy: SchedulingStrategy

    var limit = -1
    var isSuspended = false
    var name: String?
    /// Where workers run; nil for threads of their own.
    var underlyingQueue: DispatchQueue? {
        didSet { strategy = underlyingQueue == nil ? ownStrategy : .handBack }
    }
    /// Whether this is the main queue, of which the above can't be changed.
    let isMain: Bool

    private let ownStrategy: SchedulingStrategy

    init(_ strategy: SchedulingStrategy) {
        self.strategy = strategy
        ownStrategy = strategy
        isMain = false
    }

    private init(main: DispatchQueue) {
        strategy = .handBack
        ownStrategy = .handBack
        isMain = true
        underlyingQueue = main
        limit = 1
        name = "main"
    }

    /// Those of the main queue.
    static var main: QueueSettings { QueueSettings(main: .main) }
}
