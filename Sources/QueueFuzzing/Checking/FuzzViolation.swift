/// What a history shows that the model forbids.
public struct FuzzViolation: Codable, Hashable, Sendable {
    /// The sentence that is broken.
    public let sentence: ModelSentence
    /// What the history shows, with the names of the program.
    public let observed: String
    /// The times of the events that show it, the first and the last.
    public let from: Int
    public let to: Int

    init(_ sentence: ModelSentence, _ observed: String, _ times: Int...) {
        self.sentence = sentence
        self.observed = observed
        let known = times.filter { (0..<Interval.never).contains($0) }
        from = known.min() ?? 0
        to = known.max() ?? 0
    }
}
