/// Arguments that have a name and a value, `--name value` or `--name=value`, of a program that this project starts itself.
public struct NamedArguments: Sendable {
    private var values: [String: String] = [:]

    /// Reads arguments, all of which have to have one of these names. Of several with the same name the last counts.
    ///
    /// - Throws: ``Unknown`` for an argument without a value, or with another name.
    public init(_ arguments: some Sequence<String>, names: Set<String>) throws(Unknown) {
        var rest = arguments.makeIterator()
        while let argument = rest.next() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard names.contains(name), let value = parts.count == 2 ? String(parts[1]) : rest.next() else {
                throw Unknown(argument: argument)
            }
            values[name] = value
        }
    }

    /// The value of the argument with this name, as in "--queue"; nil if it isn't there.
    public subscript(name: String) -> String? { values[name] }

    /// An argument that has no value, or no name that is known.
    public struct Unknown: Error, Hashable, Sendable {
        /// As it was given.
        public let argument: String
    }
}
