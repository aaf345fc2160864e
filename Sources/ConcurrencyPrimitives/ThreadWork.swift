/// A piece of work for a thread. The closure is released when it has run, even if this object lives on.
///
/// `@unchecked Sendable`: one thread calls ``run()``, which is the only access after `init`. A ``WorkList`` hands it to one.
final class ThreadWork: @unchecked Sendable {
    private var body: (@Sendable () -> Void)?

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() {
        let body = body.take()
        let start = Trace.start
        if start != 0 { Trace.note(.workBegan, Trace.address(self)) }
        body?()
        Trace.end(.worked, since: start, Trace.address(self))
    }
}
