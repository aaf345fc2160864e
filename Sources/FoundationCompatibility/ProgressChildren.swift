internal import Foundation

/// The children of a progress, which Foundation holds itself until they have finished, and tells nobody of.
struct ProgressChildren {
    private struct Entry {
        weak var child: Progress?
    }

    private var entries: [Entry] = []
    /// How many there may be before those are looked for that are gone.
    private var roomy = 16

    /// Those that are still there, in the order of adding.
    var all: [Progress] { entries.compactMap(\.child) }

    mutating func insert(_ child: Progress) {
        if entries.count >= roomy {
            entries.removeAll { $0.child == nil }
            roomy = max(16, 2 * entries.count)
        }
        entries.append(Entry(child: child))
    }
}
