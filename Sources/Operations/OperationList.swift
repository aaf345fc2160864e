/// Operations in the order of adding, each once: what an operation depends on, or who waits for it.
///
/// One alone needs no memory besides this, as in a chain. Short lists are searched. Longer ones have an index beside
/// them, and a removal leaves a hole that is closed when half the entries are holes; so adding, looking up and removing
/// are O(1), amortised, however large a fan-in or a fan-out is.
struct OperationList: DefaultInitializable {
    /// The only one, while `entries` is empty.
    private var only: Operation?
    private var entries: [Operation?] = []
    private var index = [ObjectIdentifier: Int]()
    private(set) var count = 0
    /// How many of `entries`, from the first on, are known to have finished, or are holes.
    private var finishedCount = 0

    private static let searchedUpTo = 16

    init() {}

    var isEmpty: Bool { count == 0 }

    var operations: [Operation] {
        if let only { return [only] }
        return entries.compactMap { $0 }
    }

    func forEach(_ body: (Operation) -> Void) {
        if let only { return body(only) }
        for case let operation? in entries { body(operation) }
    }

    /// Entries that are looked at where a few operations are wanted: holes may stand before them.
    private static let lookedAtUpTo = 32

    /// Appends the first `most` to `others`, but for those that are there already from `begin` on, as far as it looks.
    ///
    /// - Complexity: O(`most` · (`others.count` − `begin`)).
    func copy(first most: Int, to others: inout [Operation], after begin: Int) {
        func isNew(_ operation: Operation) -> Bool { !others[begin...].contains { $0 === operation } }
        if let only { return isNew(only) ? others.append(only) : () }
        var left = most
        for case let operation? in entries.prefix(Self.lookedAtUpTo) where left > 0 {
            left -= 1
            if isNew(operation) { others.append(operation) }
        }
    }

    private func position(of operation: Operation) -> Int? {
        index.isEmpty ? entries.firstIndex { $0 === operation } : index[ObjectIdentifier(operation)]
    }

    /// Appends the operation, unless it is there already.
    mutating func insert(_ operation: Operation) -> Bool {
        if count == 0 {
            only = operation
            count = 1
            return true
        }
        if operation === only || position(of: operation) != nil { return false }
        if let first = only {
            entries = [first]
            only = nil
        }
        entries.append(operation)
        count += 1
        if !index.isEmpty {
            index[ObjectIdentifier(operation)] = entries.count - 1
        } else if entries.count > Self.searchedUpTo {
            makeIndex()
        }
        return true
    }

    /// Removes the operation; false if it isn't there.
    mutating func remove(_ operation: Operation) -> Bool {
        if operation === only {
            only = nil
            count = 0
            return true
        }
        guard let position = position(of: operation) else { return false }
        entries[position] = nil
        index[ObjectIdentifier(operation)] = nil
        count -= 1
        if count * 2 < entries.count {
            entries.removeAll { $0 == nil }
            finishedCount = 0
            index = [:]
            if entries.count > Self.searchedUpTo { makeIndex() }
        }
        return true
    }

    /// Whether all of them have finished.
    ///
    /// - Complexity: O(1), amortised: what has finished is not asked again.
    mutating func haveAllFinished() -> Bool {
        if let only { return only.hasFinished }
        while finishedCount < entries.count, entries[finishedCount]?.hasFinished ?? true {
            finishedCount += 1
        }
        return finishedCount == entries.count
    }

    /// Takes all out, and holds none of them any more: one is returned, and the others are appended to `others`.
    mutating func moveAll(into others: inout [Operation]) -> Operation? {
        if count == 0 { return nil }
        count = 0
        if let only = only.take() { return only }
        for case let operation? in entries { others.append(operation) }
        self = OperationList()
        return others.popLast()
    }

    private mutating func makeIndex() {
        index.reserveCapacity(entries.count)
        for (position, operation) in entries.enumerated() {
            if let operation { index[ObjectIdentifier(operation)] = position }
        }
    }
}
