import MutationOperators
import Testing

struct OwnBuildOperatorTests {
    private func texts(_ source: String, classes: Set<String> = []) -> [String] {
        let file = MutableFile(module: "M", path: "F.swift", text: source, classes: classes)
        return file.mutantsWithOwnBuild(from: 1).map { file.text(with: $0) }
    }

    @Test func weakReferenceIsUnsafe() {
        #expect(
            texts("struct S { weak var a: C? }") == ["struct S { unowned(unsafe) var a: C? }"])
    }

    @Test func unownedReferenceIsStrong() {
        #expect(texts("struct S { unowned(unsafe) let a: C }") == ["struct S {  let a: C }"])
        #expect(texts("let a = { [unowned self] in f() }") == ["let a = { [ self] in f() }"])
    }

    @Test func referenceToClassIsUnowned() {
        let source = "struct S { let a: C; var b: D?; let c: E; var d: C { f() } }"
        #expect(
            texts(source, classes: ["C", "D"]) == [
                source.replacing("let a", with: "unowned(unsafe) let a"),
                source.replacing("var b", with: "unowned(unsafe) var b"),
            ])
    }

    @Test func arrayIsShorter() {
        #expect(
            texts("struct S { var a: InlineArray<5, Int> }") == ["struct S { var a: InlineArray<4, Int> }"])
    }

    @Test func classesAreFoundByTheirDeclarations() {
        #expect(
            MutableFile.classes(in: "public final class A: B {} actor C {} class func d() {} struct E {}")
                == ["A", "C"])
    }

    @Test func switchesDoNotDependOnThem() {
        let file = MutableFile(module: "M", path: "F.swift", text: "struct S { weak var a: C? }")
        #expect(file.mutants(from: 1).isEmpty)
        #expect(file.mutantsWithOwnBuild(from: 1).map(\.needsBuild) == [true])
        #expect(Schemata(file, file.mutantsWithOwnBuild(from: 1)).text == "struct S { weak var a: C? }")
    }
}
