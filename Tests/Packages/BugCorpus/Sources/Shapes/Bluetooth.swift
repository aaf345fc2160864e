import Dispatch
import Synchronization

/// A driver that counts those who use it. To stop it sets a flag, and waits until nobody uses it. A user looks at the flag before
/// it is counted. In between, the driver may stop.
///
/// By S. Qadeer and D. Wu, "KISS: Keep It Simple and Sequential", PLDI 2004.
final class BluetoothDriver: Sendable {
    private let users = Atomic(1)
    private let isStopping = Word()
    private let hasStopped = Word()
    private let isUnused = DispatchSemaphore(value: 0)
    private let isFixed: Bool

    init(isFixed: Bool) { self.isFixed = isFixed }

    /// Returns whether the driver runs while it is used.
    func use() -> Bool {
        guard enter() else { return true }
        let runs = hasStopped.value == 0
        leave()
        return runs
    }

    func stop() {
        isStopping.value = 1
        leave()
        isUnused.wait()
        hasStopped.value = 1
    }

    private func enter() -> Bool {
        if isFixed {
            users.add(1, ordering: .sequentiallyConsistent)
            if isStopping.value == 0 { return true }
            leave()
            return false
        }
        if isStopping.value != 0 { return false }
        users.add(1, ordering: .sequentiallyConsistent)
        return true
    }

    private func leave() {
        if users.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 { isUnused.signal() }
    }
}

extension Shape {
    static let bluetoothDriver = Shape(
        name: "CS.bluetooth_driver_bad", symptom: .failed, hasFixedForm: true
    ) { isFixed, expect in
        let driver = BluetoothDriver(isFixed: isFixed)
        await runThreads([
            { expect(driver.use(), "used though it has stopped") },
            { driver.stop() },
        ])
    }
}
