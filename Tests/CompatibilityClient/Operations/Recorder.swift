#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// An operation that notes what is done with it.
class Recorder: Operation, @unchecked Sendable {
    private let log = Log<String>()

    /// What is done in `main`.
    @Guarded var work: @Sendable (Recorder) -> Void = { $0.note("main") }

    final var notes: [String] { log.entries }

    final func note(_ text: String) { log.append(text) }

    override func main() { work(self) }
}
