/// A value that can be made without arguments.
protocol DefaultInitializable: Sendable {
    init()
}

/// A value that is made when it is first changed, and costs a word until then.
///
/// Most operations have no dependencies, and nobody waits for them: so they are smaller, and faster to release. Memory of
/// its own, and no object: a property of an object is checked at run time for exclusivity, and counted references to it are
/// what a value that can't be copied has no use for.
///
/// `@unchecked Sendable`: the memory is reached through this value alone, which can't be copied. Who has exclusive access
/// to this value, as under a mutex, has it to what is there; and that is `Sendable`.
struct Boxed<Value: DefaultInitializable>: ~Copyable, @unchecked Sendable {
    private var memory: UnsafeMutablePointer<Value>?

    init() {}

    private init(memory: UnsafeMutablePointer<Value>?) { self.memory = memory }

    deinit {
        memory?.deinitialize(count: 1)
        memory?.deallocate()
    }

    /// What `read` makes of the value, if there is one. It reads through a pointer, since that makes no copy of the value.
    @inline(__always)
    func ifPresent<Result>(_ read: (UnsafePointer<Value>) -> Result) -> Result? {
        guard let memory else { return nil }
        return read(UnsafePointer(memory))
    }

    /// The value, to be changed.
    var value: Value {
        mutating get { made().pointee }
        _modify { yield &made().pointee }
    }

    /// What `change` makes of the value, if there is one.
    mutating func changeIfPresent<Result>(_ change: (inout Value) -> Result) -> Result? {
        guard let memory else { return nil }
        return change(&memory.pointee)
    }

    /// Takes the value out, in its memory; there is none here from then on.
    mutating func take() -> Boxed {
        defer { memory = nil }
        return Boxed(memory: memory)
    }

    private mutating func made() -> UnsafeMutablePointer<Value> {
        if let memory { return memory }
        let new = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        new.initialize(to: Value())
        memory = new
        return new
    }
}

extension Boxed<OperationList> {
    /// Calls `body` with each operation of the list, if there is one; without a copy of it.
    func forEach(_ body: (Operation) -> Void) { _ = ifPresent { $0.pointee.forEach(body) } }
}
