internal import ConcurrencyPrimitives
internal import Operations

extension ProcessorCount {
    /// What a rule sets where it leaves open how many operations execute at once, but for more than one: nil, which is what a
    /// queue chooses by itself, unless it would choose one because there is one processor.
    static func limit(unless given: Int?, _ capabilities: QueueCapabilities) -> Int? {
        given ?? (available == 1 && capabilities.contains(.concurrencyLimit) ? 4 : nil)
    }
}
