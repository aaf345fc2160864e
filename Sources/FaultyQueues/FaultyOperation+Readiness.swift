/// An `isReady` of the operation's own, which says no until it is opened.
extension FaultyOperation {
    func holdBack() { domain.read { isHeldBack = true } }

    func open() {
        domain.change { _ in
            isHeldBack = false
            if defect != .announcedReadinessIsNotHeard { didChange() }
        }
    }
}

extension Defect {
    static let announcedReadinessIsNotHeard = Defect(
        "announcedReadinessIsNotHeard", .readiness,
        "an operation whose own isReady says that it is true now is not looked at", caughtBy: "1.18", "1.22")
}
