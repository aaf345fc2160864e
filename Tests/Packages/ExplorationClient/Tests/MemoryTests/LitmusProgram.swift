/// A program of a few threads, each of which makes a few atomic accesses to a few words that are 0 at first.
struct LitmusProgram: Sendable, Hashable {
    enum Order: String, Sendable, CaseIterable {
        case relaxed = "rlx"
        case acquiring = "acq"
        case releasing = "rel"
        case acquiringAndReleasing = "ar"
        case sequential = "sc"

        var acquires: Bool { self == .acquiring || self == .acquiringAndReleasing || self == .sequential }
        var releases: Bool { self == .releasing || self == .acquiringAndReleasing || self == .sequential }
    }

    enum Access: Sendable, Hashable {
        case load(Int, Order)
        case store(Int, Int, Order)
        case exchange(Int, Int, Order)
        case add(Int, Int, Order)
        /// Stores the second number if the word holds the first, and has the second order if it doesn't.
        case compareExchange(Int, Int, Int, Order, Order)
        case fence(Order)

        var word: Int? {
            switch self {
            case .load(let word, _), .store(let word, _, _), .exchange(let word, _, _), .add(let word, _, _),
                .compareExchange(let word, _, _, _, _):
                word
            case .fence: nil
            }
        }
    }

    let name: String
    let threads: [[Access]]

    /// How many words it uses.
    var words: Int { (threads.joined().compactMap(\.word).max() ?? -1) + 1 }
}

/// What a litmus program has done: what each thread has read, in its order, and what the words hold at last.
struct LitmusOutcome: Hashable, Sendable, CustomStringConvertible {
    var read: [[Int]]
    var last: [Int]

    var description: String {
        read.map { $0.map(String.init).joined(separator: ",") }.joined(separator: " | ") + " → \(last)"
    }
}
