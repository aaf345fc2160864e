import Testing

@Suite struct ImportScannerTests {
    @Test func scannerFindsEveryFormOfImportWithItsLine() throws {
        let source = #"""
            // import A
            /* import B /* import C */ import D */
            @testable import E
            @_spi(Inner) public import F
            import struct G.Thing
            import H.Sub
            package
            import I
            let text = "import J"; import K
            let long = """
                import L
                \(f("import M"))
                """
            let raw = #"import "N" \#(2)"#
            x.import.y(`import`)
            #if canImport(O)
            fileprivate import P
            #endif
            import `Q`
            """#
        let expected = [("E", 3), ("F", 4), ("G", 5), ("H", 6), ("I", 8), ("K", 9), ("P", 17), ("Q", 19)]
        #expect(
            try ImportScanner.imports(in: source)
                == expected.map { Import(module: $0.0, line: $0.1) })
    }

    @Test(arguments: ["/* import A", "let a = \"b\nimport C", "let a = \"\"\"\nimport B", "import"])
    func scannerReportsUnreadableImports(source: String) {
        #expect(throws: ImportScanner.Unterminated.self) { try ImportScanner.imports(in: source) }
    }
}
