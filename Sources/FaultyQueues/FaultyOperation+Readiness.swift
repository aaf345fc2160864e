/// An `isReady` of the operation's own, which says no until it is opened.
extension FaultyOperation {
    func holdBack() { universe.read { isGated = true } }

    func open() {
        universe.change { _ in
            isGated = false
            if defect != .announcedReadinessIsNotHeard { didChange() }
        }
    }
}

extension Defect {
    static let announcedReadinessIsNotHeard = Defect(
        "announcedReadinessIsNotHeard", .readiness,
        "an operation whose own isReady says that it is true now is not looked at", caughtBy: "1.18", "1.22")
}
