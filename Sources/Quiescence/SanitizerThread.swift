#if TSAN
internal import CPlatform

/// The thread that ThreadSanitizer starts in every process. It maintains the sanitizer's memory ten times a second, and is no
/// part of the program.
enum SanitizerThread {
    /// The kernel's number of the thread; nil if there is none.
    ///
    /// Found once, by its sleeping for a time: in a check only observers do so, too.
    static let id: Int32? = {
        // It may be awake at the moment.
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
