public import Synchronization

/// A word of an object that a lock elsewhere guards. Its accesses order nothing and are no choice points.
///
/// A stored property would do, but each access to a mutable property of a class is checked at run time for exclusivity, which
/// costs more than a lock. A relaxed atomic access is one move. In builds with ThreadSanitizer the accesses are plain, so that
/// it detects when the lock was not held.
public struct GuardedWord: ~Copyable, Sendable {
    @usableFromInline let base: Synchronization.Atomic<UInt>

    /// A word that holds `bits`.
    @inlinable
    public init(_ bits: UInt = 0) { base = Synchronization.Atomic(bits) }

    /// The word. Read and write it only while holding the lock that guards it.
    @inlinable @inline(__always)
    public var bits: UInt {
        get {
            #if TSAN
            return withUnsafePointer(to: base) { UnsafeRawPointer($0).load(as: UInt.self) }
            #elseif OPERATIONLAB_EXPLORED
            return exploredLoad()
            #else
            return base.load(ordering: .relaxed)
            #endif
        }
        nonmutating set {
            #if TSAN
            withUnsafePointer(to: base) {
                UnsafeMutableRawPointer(mutating: $0).storeBytes(of: newValue, as: UInt.self)
            }
            #elseif OPERATIONLAB_EXPLORED
            exploredStore(newValue)
            #else
            base.store(newValue, ordering: .relaxed)
            #endif
        }
    }

    #if OPERATIONLAB_EXPLORED
    // In a build by `scripts/explore-package` the accesses are in functions of this module, also if it is optimised: by that the runtime
    // knows that they are no choice points.

    @usableFromInline @inline(never)
    func exploredLoad() -> UInt { base.load(ordering: .relaxed) }

    @usableFromInline @inline(never)
    func exploredStore(_ bits: UInt) { base.store(bits, ordering: .relaxed) }
    #endif

    /// The word as a reference that isn't counted.
    @inlinable @inline(__always)
    public func reference<Object: AnyObject>(to type: Object.Type = Object.self) -> Unmanaged<Object>? {
        UnsafeRawPointer(bitPattern: bits).map { Unmanaged.fromOpaque($0) }
    }

    /// Stores a reference that isn't counted, or 0 for nil. The caller keeps the object alive, and holds the lock that guards
    /// the word.
    @inlinable @inline(__always)
    public func setReference<Object: AnyObject>(_ object: Unmanaged<Object>?) {
        bits = object.map { UInt(bitPattern: $0.toOpaque()) } ?? 0
    }
}
