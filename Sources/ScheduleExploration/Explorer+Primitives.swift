internal import CPlatform
internal import ConcurrencyPrimitives

/// Exploring this project's primitives themselves: they ask no controller then, and are code like any other.
extension Explorer {
    /// After `Exploration.begin`.
    func beginPrimitives() {
        guard plan.exploresPrimitives else { return }
        oplab_set_mode(oplab_mode_exploring, false)
        FutexCapture.begin()
        guard let functions = Instrumentation.functions else { return }
        functions.explore_primitives(true)
        guard let weakened = plan.orders?.weakened else { return }
        weakenedCodes = .allocate(capacity: weakened.codes.count)
        _ = weakenedCodes.initialize(from: weakened.codes.map { UnsafeRawPointer(bitPattern: $0) })
        functions.weaken_codes(
            weakenedCodes.baseAddress, Int32(weakenedCodes.count),
            weakened.lost == .acquire ? oplab_order_acquire : oplab_order_release)
    }

    /// Before `Exploration.end`.
    func endPrimitives() {
        guard plan.exploresPrimitives else { return }
        FutexCapture.end()
        guard let functions = Instrumentation.functions else { return }
        functions.explore_primitives(false)
        functions.weaken_codes(nil, 0, oplab_order_none)
        weakenedCodes.deallocate()
        var codes = [UnsafeRawPointer?](repeating: nil, count: 256)
        let count = Int(functions.take_atomic_codes(&codes, Int32(codes.count)))
        plan.orders?.note(codes: codes.prefix(count).map { UInt(bitPattern: $0) })
    }
}
