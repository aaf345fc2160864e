/// Why a check that came to its end shows nothing, neither way: its verdict is *inconclusive*.
struct Undecided: Error, Hashable {
    let reason: String
}
