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
