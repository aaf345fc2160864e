/// The names of the subjects of a run, for people: a queue's name alone, as `--queue` takes it, unless the run has the
/// queue with several strategies.
public struct SubjectNames: Sendable {
    /// The queues that need their strategy; nil for all.
    private let distinguished: Set<String>?

    private init(distinguished: Set<String>?) { self.distinguished = distinguished }

    /// - Parameter subjects: All subjects of the run.
    public init(_ subjects: [SubjectID]) {
        let counts = Dictionary(grouping: Set(subjects), by: \.queue)
        self.init(distinguished: Set(counts.filter { $0.value.count > 1 }.keys))
    }

    /// Each with its strategy, if it has one.
    public static let full = SubjectNames(distinguished: nil)

    public subscript(subject: SubjectID) -> String {
        distinguished?.contains(subject.queue) == false ? subject.queue : "\(subject)"
    }
}
