#if DROP_IN
import FoundationCompatibility
#else
import Foundation
#endif

/// Fetches a document: answers from a thread of its own, as a library would call back.
final class FetchOperation: AsyncOperation, @unchecked Sendable {
    let url: URL
    @Guarded private(set) var text: String?

    init(url: URL) {
        self.url = url
        super.init()
        name = url.lastPathComponent
    }

    override func execute() {
        Thread.detachNewThread { [self] in
            if !isCancelled { text = "<\(url.lastPathComponent)>" }
            finish()
        }
    }
}

/// Looks for what the operation before it has fetched, and changes it.
final class ParseOperation: Operation, @unchecked Sendable {
    @Guarded private(set) var words: [String] = []

    override func main() {
        guard !isCancelled else { return }
        let fetched = dependencies.compactMap { ($0 as? FetchOperation)?.text }
        words = fetched.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "<>")) }
    }
}
