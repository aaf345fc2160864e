/// The operations in no queue that wait for an operation, each of them counting it, in the order of adding.
///
/// An entry is a token, as in the list of dependents: who takes it out lowers the dependent's count. But it doesn't hold the
/// dependent. A queue holds its members until they have run; an operation that is never added holds what it depends on, and
/// would never be released if that held it in turn.
///
/// While the tokens lie here, they aren't weak references: the first of these to an operation gives it a table of its own, and
/// makes each retain and release slower from then on. Most operations are added before what they depend on ends, and need none.
///
/// The memory of an operation whose token lies here is its own: its `deinit` takes all its tokens out, under the lock that
/// guards this list, before it is freed. So under that lock an entry is safe to follow, though the last reference to the
/// operation may be gone, and its `deinit` under way: that waits for the lock, so the memory isn't freed meanwhile. Making a weak
/// reference then doesn't revive the operation. Whether or not it had one before, the runtime marks it before `deinit` begins, and
/// reading a weak reference takes a strong one only if that mark isn't there. So such a reference reads nil; and one that was made
/// before the mark reads either nil or an operation that the reader holds from then on.
struct EarlyDependents: Sendable {
    private struct Entry: Sendable {
        let number: Int
        /// Not counted.
        let operation: Unmanaged<Operation>
        /// Nil until it is made.
        weak var reference: Operation?

        mutating func makeReference() {
            operation._withUnsafeGuaranteedRef { reference = $0 }
        }
    }

    /// One that was added when there was none. One alone, as in a chain, needs no memory besides this.
    private var first: Entry?
    /// Those that were added later.
    private var others: [ObjectIdentifier: Entry] = [:]
    private var lastNumber = 0

    var isEmpty: Bool { first == nil && others.isEmpty }

    mutating func insert(_ operation: Operation) {
        lastNumber += 1
        let entry = Entry(number: lastNumber, operation: .passUnretained(operation))
        if isEmpty { first = entry } else { others[ObjectIdentifier(operation)] = entry }
    }

    /// Removes the operation; false if it isn't there.
    mutating func remove(_ operation: Operation) -> Bool {
        if first?.operation.toOpaque() == Unmanaged.passUnretained(operation).toOpaque() {
            first = nil
            return true
        }
        return !others.isEmpty && others.removeValue(forKey: ObjectIdentifier(operation)) != nil
    }

    /// Has what lies here outlive the lock. Under it, in the step that takes everything out.
    mutating func makeReferences() {
        first?.makeReference()
        for identity in others.keys { others[identity]?.makeReference() }
    }

    /// Calls `body` with those that haven't been released, in the order of adding. After ``makeReferences()``, and under no
    /// lock: the last reference to one may be the caller's.
    func forEach(_ body: (Operation) -> Void) {
        if let operation = first?.reference { body(operation) }
        if others.isEmpty { return }
        for entry in others.values.sorted(by: { $0.number < $1.number }) { entry.reference.map(body) }
    }
}
