/// The dependencies of one operation: in the order of adding, each once.
///
/// Short lists are searched; longer ones have an index beside them, so that adding stays O(1).
struct DependencyList: DefaultInitializable {
    private(set) var operations: [Operation] = []
    private var index: Set<ObjectIdentifier> = []

    init() {}

    private static let searchedUpTo = 16

    func contains(_ operation: Operation) -> Bool {
        index.isEmpty
            ? operations.contains { $0 === operation } : index.contains(ObjectIdentifier(operation))
    }

    /// Appends the operation, unless it is there already.
    mutating func insert(_ operation: Operation) -> Bool {
        if contains(operation) { return false }
        operations.append(operation)
        if !index.isEmpty {
            index.insert(ObjectIdentifier(operation))
        } else if operations.count > Self.searchedUpTo {
            index = Set(operations.map { ObjectIdentifier($0) })
        }
        return true
    }

    /// Removes the operation; false if it isn't there. O(n).
    mutating func remove(_ operation: Operation) -> Bool {
        guard let position = operations.firstIndex(where: { $0 === operation }) else { return false }
        operations.remove(at: position)
        index.remove(ObjectIdentifier(operation))
        return true
    }

    mutating func removeAll() -> [Operation] {
        defer { self = DependencyList() }
        return operations
    }
}
