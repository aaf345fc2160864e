internal import ConcurrencyPrimitives
internal import Operations

extension ReadyLists {
    /// Where, in the list of each priority, the operations of each length of path end. They stand in the order of their
    /// lengths, the longest first, and those of one length in the order in which they came.
    struct PathEnds {
        private static let lengths = Operation.longestPath + 1

        private var ends = [Unmanaged<Operation>?](
            repeating: nil, count: levels * PathEnds.lengths)
        /// A bit for each length, from 1 on, of which there is one.
        private var present = [UInt32](repeating: 0, count: levels)

        /// What an operation goes behind that comes with a path of `length`; nil if it goes first.
        func predecessor(_ level: Int, _ length: Int) -> Unmanaged<Operation>? {
            let longer = present[level] >> length
            return longer == 0 ? nil : ends[level * Self.lengths + length + longer.trailingZeroBitCount]
        }

        mutating func setEnd(_ level: Int, _ length: Int, _ end: Unmanaged<Operation>?) {
            ends[level * Self.lengths + length] = end
            present[level] = present[level] & ~(1 << length) | (end == nil ? 0 : 1 << length)
        }

        /// Says that an operation leaves.
        mutating func remove(_ operation: Operation) {
            let (level, length) = (operation.membership.level, operation.membership.pathLength)
            guard
                ends[level * Self.lengths + length]?.toOpaque()
                    == Unmanaged.passUnretained(operation).toOpaque()
            else { return }
            let previous = operation.membership.previousReady
            let isOfThisLength =
                previous?._withUnsafeGuaranteedRef { $0.membership.pathLength == length } ?? false
            setEnd(level, length, isOfThisLength ? previous : nil)
        }
    }

    /// Puts an operation before all of its priority behind which shorter paths wait.
    mutating func insert(_ operation: Operation, pathLength length: Int) {
        // Behind all others, which needs no memory of where they end.
        if length == 0 { return append(operation) }
        var ends = pathEnds.take() ?? PathEnds()
        let level = operation.priorityLevel
        insert(operation, level: level, pathLength: length, behind: ends.predecessor(level, length))
        ends.setEnd(level, length, .passUnretained(operation))
        pathEnds = ends
    }
}
