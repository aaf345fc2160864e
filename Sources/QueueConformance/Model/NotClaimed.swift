package import Operations

/// Thrown by a check that asks a queue for what it doesn't claim: the rule is not applicable.
///
/// A rule names in its ``Rule/needs`` what its check can't do without, so this is thrown only where one of several would do
/// (`mustClaimOne`), or where that list is wrong.
package struct NotClaimed: Error, Hashable, CustomStringConvertible {
    package let capability: QueueCapability

    package var description: String {
        "a rule asks for '\(capability)', which the subject doesn't claim, and the rule doesn't list"
    }
}
