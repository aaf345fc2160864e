/// The values of two queues, block by block.
struct BlockValues {
    private var first: [Double] = []
    private var second: [Double] = []

    /// Adds those of a block; nil adds nothing.
    mutating func add(_ values: (first: Double, second: Double)?) {
        guard let values else { return }
        first.append(values.first)
        second.append(values.second)
    }

    /// Nil if there are none.
    var change: PairedChange? { PairedChange(first, second) }
}
