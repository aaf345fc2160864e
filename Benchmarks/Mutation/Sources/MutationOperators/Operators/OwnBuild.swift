internal import SwiftSyntax

/// A reference that should be strong, weak or unsafe is another one.
struct ChangedOwnership: MutationOperator {
    let name = "changed-ownership"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        if let capture = node.as(ClosureCaptureSyntax.self), let specifier = capture.specifier,
            specifier.specifier.text == "unowned"
        {
            return [rewriting(specifier, "", source)]
        }
        guard let variable = node.as(VariableDeclSyntax.self), variable.isOfType else { return [] }
        for modifier in variable.modifiers {
            switch modifier.name.text {
            case "weak": return [rewriting(modifier, "unowned(unsafe)", source)]
            case "unowned": return [rewriting(modifier, "", source)]
            case "static", "class", "lazy": return []
            default: break
            }
        }
        guard let binding = variable.bindings.first, binding.accessorBlock == nil, binding.initializer == nil,
            let type = binding.typeAnnotation?.type, source.classes.contains(type.className)
        else { return [] }
        return [
            rewriting(variable.bindingSpecifier, "unowned(unsafe) \(variable.bindingSpecifier.text)", source)
        ]
    }

    private func rewriting(_ node: some SyntaxProtocol, _ text: String, _ source: SourceText) -> Change {
        Change(rewriting: source.range(node), source.text(node), as: text)
    }
}

/// A fixed number of elements in a type is one less.
struct ChangedLayout: MutationOperator {
    let name = "changed-layout"

    func changes(at node: Syntax, in source: SourceText) -> [Change] {
        guard let argument = node.as(GenericArgumentSyntax.self),
            let count = Int(source.text(argument.argument))
        else { return [] }
        let range = source.range(argument.argument)
        return [Change(rewriting: range, source.text(range), as: "\(count - 1)")]
    }
}

extension TypeSyntax {
    /// The name of a type that may be optional.
    fileprivate var className: String {
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.className }
        return trimmedDescription
    }
}
