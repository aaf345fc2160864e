package import Foundation

extension Progress {
    /// Foundation's property, also for modules that put another in its place.
    package static let foundationsFraction = KeyPathValue(path: \Progress.fractionCompleted)

    /// `@unchecked Sendable`: a key path never changes, and this one holds nothing.
    package struct KeyPathValue: @unchecked Sendable {
        package let path: KeyPath<Progress, Double>
    }
}
