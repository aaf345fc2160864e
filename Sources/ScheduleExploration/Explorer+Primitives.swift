internal import CPlatform
internal import ConcurrencyPrimitives

/// Exploring this project's primitives themselves: they ask no controller then, and are code like any other. Only in an instrumented
/// program, where their accesses are choice points.
extension Explorer {
    /// After `Exploration.begin`.
    func beginPrimitives() {
        guard plan.exploresPrimitives, let functions = Instrumentation.functions else { return }
        oplab_set_mode(oplab_mode_exploring, false)
        FutexCapture.begin()
        functions.explore_primitives(true)
        guard let weakened = plan.orders?.weakened else { return }
        let codes = weakened.codes.map { UnsafeRawPointer(bitPattern: $0) }
        functions.weaken_codes(
            codes, Int32(codes.count), weakened.lost == .acquire ? oplab_order_acquire : oplab_order_release)
    }

    /// Before `Exploration.end`.
    func endPrimitives() {
        guard plan.exploresPrimitives, let functions = Instrumentation.functions else { return }
        FutexCapture.end()
        functions.explore_primitives(false)
        functions.weaken_codes(nil, 0, oplab_order_none)
        var codes: UnsafePointer<UnsafeRawPointer>?
        let count = Int(functions.take_atomic_codes(&codes))
        if count == oplab_most_atomic_codes {
            fatalError("There are \(count) atomic accesses in the program, or more.")
        }
        guard let orders = plan.orders, orders.weakened == nil else { return }
        orders.note(codes: UnsafeBufferPointer(start: codes, count: count).map { UInt(bitPattern: $0) })
    }
}
