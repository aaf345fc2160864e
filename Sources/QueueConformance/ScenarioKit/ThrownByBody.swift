/// What the bodies of a check throw; the number tells one from another.
struct ThrownByBody: Error, Hashable {
    let number: Int
}
