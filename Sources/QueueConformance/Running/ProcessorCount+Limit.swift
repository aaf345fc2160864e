internal import ConcurrencyPrimitives

extension ProcessorCount {
    /// What a rule sets where it leaves open how many operations execute at once, but for more than one: nil, which is what a
    /// queue chooses by itself, unless it would choose one because there is one processor.
    static func limit(unless given: Int?, whereItCanBeSet canBeSet: @autoclosure () -> Bool) -> Int? {
        given ?? (available == 1 && canBeSet() ? 4 : nil)
    }
}
