/// Stops the program because a rule of the API was broken by its caller.
///
/// NSOperation raises an exception here. `fatalError`, since `precondition` prints nothing in release builds.
package func misuse(_ rule: String, _ message: String) -> Never {
    fatalError("OperationLab, rule \(rule) broken: \(message)")
}
