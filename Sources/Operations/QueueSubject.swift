/// What the tools call a queue by that they judge or measure.
public protocol QueueSubject: Sendable {
    /// The name to call it by on the command line and in results.
    var name: String { get }

    /// One line for people.
    var summary: String { get }
}
