/// What checks expect of bodies.
extension Probe {
    /// Throws a violation unless each of `bodies` has started when nothing can go on.
    ///
    /// - Parameter circumstances: To be read after "A to start".
    func expectStart(of bodies: [some ScenarioBody], _ circumstances: String) async throws {
        let isSo = try await holdsWhenQuiescent { bodies.allSatisfy(\.hasStarted) }
        let missing = bodies.filter { !$0.hasStarted }
        try expect(
            isSo, "\(bodies.labels()) to start \(circumstances)",
            observed: "\(missing.labels()) had not started when the process was quiescent")
    }

    /// Throws a violation if one of `bodies` has started. Call it once nothing can go on.
    ///
    /// - Parameter circumstances: To be read after "A not to start".
    func expectNoneStarted(of bodies: [some ScenarioBody], _ circumstances: String) throws {
        let started = bodies.filter(\.hasStarted)
        try expect(
            started.isEmpty, "\(bodies.labels()) not to start \(circumstances)",
            observed: "\(started.labels()) started")
    }

    /// Throws a violation unless each of `bodies` is as `isRight` says when nothing can go on.
    ///
    /// - Parameters:
    ///   - what: What is expected, to be read after the labels.
    ///   - circumstances: To be read after `what`.
    func expect<Body: ScenarioBody>(
        _ bodies: [Body], _ what: String, _ circumstances: String, _ isRight: (Body) -> Bool
    ) async throws {
        let isSo = try await holdsWhenQuiescent { bodies.allSatisfy(isRight) }
        let wrong = bodies.filter { !isRight($0) }.map(\.state)
        let states = wrong.prefix(8).joined(separator: "; ")
        let more = wrong.count > 8 ? "; and \(wrong.count - 8) more" : ""
        try expect(
            isSo, "\(bodies.labels()) \(what) \(circumstances)",
            observed: "\(states)\(more), when the process was quiescent")
    }
}
