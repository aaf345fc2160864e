/// How the program is stopped when a rule of the API is broken by its caller.
public enum Misuse {
    /// What every message of this package begins with that is printed to standard error when misuse stops the program.
    public static let messagePrefix = "OperationLab, rule "
}

/// Stops the program because a rule of the API was broken by its caller.
///
/// NSOperation raises an exception here. `fatalError`, since `precondition` prints nothing in release builds.
package func misuse(_ rule: String, _ message: String) -> Never {
    fatalError("\(Misuse.messagePrefix)\(rule) broken: \(message)")
}
