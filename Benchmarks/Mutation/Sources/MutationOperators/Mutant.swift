/// A change of the program that a rule or a test should notice.
public struct Mutant: Sendable {
    /// From 1, over all files of a run. The switch has this number.
    public let number: Int
    /// The module that holds it.
    public let module: String
    /// The path of the file in the repository.
    public let file: String
    /// The line and column of the changed part, from 1.
    public let line: Int
    public let column: Int
    /// The types and the function around it, separated by dots.
    public let function: String
    /// The name of its operator.
    public let operatorName: String
    /// The text of its line, without the space around it.
    public let text: String
    public let change: Change

    /// What identifies it when lines move: committed lists name it by this.
    public var place: MutantPlace {
        MutantPlace(
            file: file, function: function, operatorName: operatorName, change: description, text: text)
    }

    /// Whether it can't be switched, but needs a build of its own.
    public var needsBuild: Bool { change.rewritten != nil }

    /// What it changes.
    public var description: String { "\(change.original) → \(change.replacement)" }
}

/// Where a mutant is and what it is, whatever its number and line. Two mutants have the same place if the same change is possible
/// twice in equal lines of a function.
public struct MutantPlace: Hashable, Sendable {
    public let file: String
    public let function: String
    public let operatorName: String
    public let change: String
    public let text: String

    public init(file: String, function: String, operatorName: String, change: String, text: String) {
        self.file = file
        self.function = function
        self.operatorName = operatorName
        self.change = change
        self.text = text
    }
}
