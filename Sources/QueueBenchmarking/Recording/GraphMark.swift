public import Synchronization

public import struct ConcurrencyPrimitives.Atomic
public import enum ConcurrencyPrimitives.Trace

/// The work of each operation of a graph: it checks that its dependencies have run, computes if it is to, and marks that it
/// ran.
///
/// It holds addresses and not references, as ``OperationMark`` does.
///
/// `@unchecked Sendable`: the addresses never change; the graph isn't written after it was copied there, and the
/// words are atomic. A `GraphLedger` keeps the memory until the queue has run every operation, or for good if it
/// hasn't.
@frozen public struct GraphMark: @unchecked Sendable {
    /// How often each operation ran; the last word counts operations that ran early.
    @usableFromInline let slots: UnsafeMutablePointer<Atomic<UInt64>>
    /// Those of the graph, and behind them the steps of the kernel that each operation runs: one word more here leaves the
    /// closures of operations as small as they are.
    @usableFromInline let offsets: UnsafeMutablePointer<Int>
    @usableFromInline let targets: UnsafeMutablePointer<Int>
    @usableFromInline let count: Int

    init(_ graph: DependencyGraph, kernelSteps: Int) {
        count = graph.count
        slots = .allocate(capacity: graph.count + 1)
        for index in 0...graph.count { (slots + index).initialize(to: Atomic(0)) }
        offsets = .allocate(capacity: graph.offsets.count + 1)
        offsets.initialize(from: graph.offsets, count: graph.offsets.count)
        (offsets + graph.offsets.count).initialize(to: kernelSteps)
        targets = .allocate(capacity: max(graph.targets.count, 1))
        targets.initialize(from: graph.targets, count: graph.targets.count)
    }

    func deallocate(_ graph: DependencyGraph) {
        slots.deinitialize(count: count + 1)
        slots.deallocate()
        offsets.deallocate()
        targets.deallocate()
    }

    /// The work of operation `index`.
    @inlinable @inline(__always)
    public func run(_ index: Int) {
        if Trace.isOn { return runNoted(index) }
        mark(index)
    }

    /// The same, and notes it in the trace that is recorded.
    @inlinable @inline(never)
    func runNoted(_ index: Int) {
        let start = Trace.start
        mark(index)
        Trace.end(.body, since: start, UInt(bitPattern: index))
    }

    @inlinable @inline(__always)
    func mark(_ index: Int) {
        for position in offsets[index]..<offsets[index + 1] where slots[targets[position]].load() == 0 {
            _ = slots[count].adding(1)
        }
        let kernelSteps = offsets[count + 1]
        if kernelSteps > 0 { SpinKernel.spin(kernelSteps) }
        _ = slots[index].adding(1)
    }

    func runs(of index: Int) -> UInt64 { slots[index].load() }
    var early: UInt64 { slots[count].load() }
}
