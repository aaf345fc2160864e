private import ConcurrencyPrimitives

/// What holds an operation of a scenario in its middle, and lets it go on.
///
/// It doesn't know its operation, so a body may keep it without making a cycle of references.
final class OperationGate: Sendable {
    /// Opens when the body, or the replaced `start`, has begun.
    let began: Latch
    /// What the body waits for, if it waits.
    let release: Latch
    private let control = Mutex<StartOverrideControl?>(nil)

    init(label: String) {
        began = Latch("\(label) has begun")
        release = Latch("\(label) may end")
    }

    /// Keeps how a replaced `start` is to announce its end.
    func keep(_ control: StartOverrideControl) { self.control.withLock { $0 = control } }

    /// Takes what was kept, once: it refers to the operation, which refers to this gate.
    func takeControl() -> StartOverrideControl? {
        control.withLock { control in
            defer { control = nil }
            return control
        }
    }
}
