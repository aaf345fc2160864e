/// A use of something that an exploration doesn't control, by a thread that it does.
struct UnseenCall: Hashable, Sendable {
    /// The function.
    let name: String
    /// Where in the program.
    let stack: CallStack
}

extension UnseenCall {
    /// In words, without repetition, in alphabetic order.
    static func texts(_ calls: Set<UnseenCall>) -> [String] {
        let places = CodePlaces(calls.map(\.stack))
        return Set(calls.map { "\($0.name) at \(places.text($0.stack))" }).sorted()
    }
}
