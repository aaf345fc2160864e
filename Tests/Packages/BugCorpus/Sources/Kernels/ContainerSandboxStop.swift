/// A service that looks at its state, awaits, and then changes it. In between, the actor runs another call, which finds the old
/// state.
///
/// apple/container, pull request 684, "Fix races in the `SandboxService` actor due to reentrancy after `await` calls":
/// https://github.com/apple/container/pull/684
actor SandboxService {
    private enum State { case running, stopping, stopped }

    actor Machine {
        private(set) var stops = 0
        func stop() { stops += 1 }
    }

    nonisolated let machine = Machine()
    private var state = State.running
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    func stop() async {
        guard state == .running else { return }
        if isFixed { state = .stopping }
        await machine.stop()
        state = .stopped
    }
}

extension Bug {
    static let containerSandboxStop = Bug(
        name: "ContainerSandboxStop", project: "apple/container",
        citation: "https://github.com/apple/container/pull/684", family: .reentrancy
    ) { isFixed, expect in
        let service = SandboxService(isFixed: isFixed)
        let other = Task { await service.stop() }
        await service.stop()
        await other.value
        let stops = await service.machine.stops
        expect(stops == 1, "the machine was stopped \(stops) times")
    }
}
