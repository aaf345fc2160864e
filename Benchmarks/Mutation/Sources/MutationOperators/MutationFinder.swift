internal import SwiftOperators
internal import SwiftParser
internal import SwiftSyntax

/// A file of a module that is to be mutated.
public struct MutableFile: Sendable {
    public let module: String
    /// Its path in the repository.
    public let path: String
    let source: SourceText

    /// - Parameters:
    ///   - module: Its module.
    ///   - path: Its path in the repository.
    ///   - text: Its text.
    ///   - classes: The names of all classes of the mutated modules.
    public init(module: String, path: String, text: String, classes: Set<String> = []) {
        self.module = module
        self.path = path
        source = SourceText(text, classes: classes)
    }

    /// The names of the classes that a text declares.
    public static func classes(in text: String) -> Set<String> {
        Set(text.matches(of: /\b(?:class|actor) ([A-Z]\w*)/).map { String($0.output.1) })
    }

    /// The places where it can be changed by a switch, in their order, numbered from `first`.
    public func mutants(from first: Int) -> [Mutant] {
        mutants(from: first, by: MutationOperators.all, inTypes: false)
    }

    /// The places where it can be changed by a build alone.
    public func mutantsWithOwnBuild(from first: Int) -> [Mutant] {
        mutants(from: first, by: MutationOperators.withOwnBuild, inTypes: true)
    }

    /// The text with a mutant that needs a build.
    public func text(with mutant: Mutant) -> String {
        guard let range = mutant.change.rewritten else { return source.text(0..<source.bytes.count) }
        return source.text(0..<range.lowerBound) + mutant.change.replacement
            + source.text(range.upperBound..<source.bytes.count)
    }

    private func mutants(
        from first: Int, by operators: [any MutationOperator], inTypes: Bool
    ) -> [Mutant] {
        let tree = Parser.parse(source: source.text(0..<source.bytes.count))
        // Operators in a sequence are found by their precedence. What can't be folded isn't built either.
        guard let folded = try? OperatorTable.standardOperators.foldAll(tree) else { return [] }
        let finder = MutationFinder(source, operators, inTypes: inTypes)
        finder.walk(folded)
        return finder.found.enumerated().map { index, found in
            let (line, column) = source.place(found.offset)
            return Mutant(
                number: first + index, module: module, file: path, line: line, column: column,
                function: found.function, operatorName: found.name, text: source.line(line),
                change: found.change)
        }
    }
}

/// Asks all operators at each node.
private final class MutationFinder: SyntaxAnyVisitor {
    struct Found {
        let offset: Int
        let function: String
        let name: String
        let change: Change
    }

    private let source: SourceText
    private let operators: [any MutationOperator]
    private let inTypes: Bool
    private var names: [String] = []
    private(set) var found: [Found] = []

    init(_ source: SourceText, _ operators: [any MutationOperator], inTypes: Bool) {
        self.source = source
        self.operators = operators
        self.inTypes = inTypes
        super.init(viewMode: .sourceAccurate)
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        if !inTypes, Scope.leavesOut(node) { return .skipChildren }
        if let clause = node.as(IfConfigClauseSyntax.self), !Scope.isBuilt(clause) { return .skipChildren }
        if let name = node.declaredName {
            // The walk also comes back to a node whose children it has skipped.
            names.append(name)
            if Scope.isOfExplorer(function: name) { return .skipChildren }
        }
        guard Scope.asks(at: node) else { return .visitChildren }
        for mutation in operators {
            for change in mutation.changes(at: node, in: source) {
                found.append(
                    Found(
                        offset: source.range(node).lowerBound, function: names.joined(separator: "."),
                        name: mutation.name, change: change))
            }
        }
        return .visitChildren
    }

    override func visitAnyPost(_ node: Syntax) {
        if node.declaredName != nil { names.removeLast() }
    }
}

extension Syntax {
    /// The name of a type, extension, function or property with code.
    fileprivate var declaredName: String? {
        if let function = self.as(FunctionDeclSyntax.self) { return function.name.text }
        if let type = asProtocol((any NamedDeclSyntax).self), type is any DeclGroupSyntax {
            return type.name.text
        }
        if let type = self.as(ExtensionDeclSyntax.self) { return type.extendedType.trimmedDescription }
        if self.is(InitializerDeclSyntax.self) { return "init" }
        if self.is(DeinitializerDeclSyntax.self) { return "deinit" }
        if self.is(SubscriptDeclSyntax.self) { return "subscript" }
        if let variable = self.as(VariableDeclSyntax.self), variable.isOfType {
            return variable.bindings.first?.pattern.trimmedDescription
        }
        return nil
    }
}

extension VariableDeclSyntax {
    var isOfType: Bool { parent?.is(MemberBlockItemSyntax.self) == true }
}
