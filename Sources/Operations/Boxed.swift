/// A value that can be made without arguments.
protocol DefaultInitializable: Sendable {
    init()
}

/// A value that is made when it is first changed, and costs a word until then.
///
/// Most operations have no dependencies, and nobody waits for them: so they are smaller, and faster to release.
///
/// `@unchecked Sendable`: the box is reached through this struct alone, and both places that hold one hold it
/// in a mutex and never copy it out.
struct Boxed<Value: DefaultInitializable>: @unchecked Sendable {
    private final class Box {
        var value = Value()
    }

    private var box: Box?

    init() {}

    /// The value, if it was ever changed.
    var ifPresent: Value? { box?.value }

    /// The value, to be changed.
    var value: Value {
        mutating get { made().value }
        _modify {
            let box = made()
            yield &box.value
        }
    }

    private mutating func made() -> Box {
        if let box { return box }
        let new = Box()
        box = new
        return new
    }
}
