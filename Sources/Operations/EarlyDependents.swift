/// The operations in no queue that wait for an operation, each of them counting it, in the order of adding.
///
/// An entry is a token, as in the list of dependents: who takes it out lowers the dependent's count. But it doesn't hold the
/// dependent. A queue holds its members until they have run; an operation that is never added holds what it depends on, and
/// would never be released if that held it in turn.
///
/// A dependent takes its tokens out before it is released for good, so no entry outlives it, and another operation at its
/// address is not taken for it.
struct EarlyDependents: Sendable {
    private struct Entry: Sendable {
        let number: Int
        weak var operation: Operation?
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var lastNumber = 0

    mutating func insert(_ operation: Operation) {
        lastNumber += 1
        entries[ObjectIdentifier(operation)] = Entry(number: lastNumber, operation: operation)
    }

    /// Removes the operation; false if it isn't there.
    mutating func remove(_ operation: Operation) -> Bool {
        entries.removeValue(forKey: ObjectIdentifier(operation)) != nil
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Calls `body` with those that haven't been released, in the order of adding.
    func forEach(_ body: (Operation) -> Void) {
        for entry in entries.values.sorted(by: { $0.number < $1.number }) { entry.operation.map(body) }
    }
}
