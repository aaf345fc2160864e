/// Operations in the order of adding, each once: what an operation depends on, or who waits for it.
///
/// Short lists are searched. Longer ones have an index beside them, and a removal leaves a hole that is closed
/// when half the places are holes; so adding, looking up and removing are O(1), amortised, however large a
/// fan-in or a fan-out is.
struct OperationList: DefaultInitializable {
    private var places: [Operation?] = []
    private var index: [ObjectIdentifier: Int] = [:]
    private(set) var count = 0

    private static let searchedUpTo = 16

    init() {}

    var isEmpty: Bool { count == 0 }

    var operations: [Operation] { places.compactMap { $0 } }

    private func place(of operation: Operation) -> Int? {
        index.isEmpty ? places.firstIndex { $0 === operation } : index[ObjectIdentifier(operation)]
    }

    /// Appends the operation, unless it is there already.
    mutating func insert(_ operation: Operation) -> Bool {
        if place(of: operation) != nil { return false }
        places.append(operation)
        count += 1
        if !index.isEmpty {
            index[ObjectIdentifier(operation)] = places.count - 1
        } else if places.count > Self.searchedUpTo {
            makeIndex()
        }
        return true
    }

    /// Removes the operation; false if it isn't there.
    mutating func remove(_ operation: Operation) -> Bool {
        guard let place = place(of: operation) else { return false }
        places[place] = nil
        index[ObjectIdentifier(operation)] = nil
        count -= 1
        if count * 2 < places.count {
            places.removeAll { $0 == nil }
            index = [:]
            if places.count > Self.searchedUpTo { makeIndex() }
        }
        return true
    }

    mutating func removeAll() -> [Operation] {
        defer { self = OperationList() }
        return operations
    }

    private mutating func makeIndex() {
        index.reserveCapacity(places.count)
        for (place, operation) in places.enumerated() {
            if let operation { index[ObjectIdentifier(operation)] = place }
        }
    }
}
