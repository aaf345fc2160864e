#if TSAN
internal import CPlatform

/// The thread that ThreadSanitizer starts in every process: it looks after the sanitizer's memory ten times a second
/// for as long as the process lives, and is nobody's work.
enum SanitizerThread {
    /// The kernel's number of the thread; nil if there is none.
    ///
    /// Found once, as the one that lets time pass: nothing in a check does, but for observers.
    static let id: Int32? = {
        // It may just be awake.
        for _ in 0..<1_000 {
            let found = ThreadSnapshot.unobserving()?.first { ThreadSnapshot.sleeps($0, in: "nanosleep") }
            if let found { return found }
            oplab_pause(1_000_000)
        }
        return nil
    }()
}
#else
/// Without ThreadSanitizer there is no such thread.
enum SanitizerThread {
    static var id: Int32? { nil }
}
#endif
