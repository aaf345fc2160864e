import CorpusPrograms
import Foundation

/// Runs of several programs, and a table of how each was found.
struct Measurement {
    var programs: [any CorpusProgram] = []
    var seconds = 60
    var hangSeconds = 5
    var runsFixed = false
    /// A folder in which the outputs of the processes stay.
    var output: String?

    /// Prints the table row by row, and returns the status to exit with.
    func run() throws -> Int32 {
        let folder = try folder()
        defer { if output == nil { try? FileManager.default.removeItem(at: folder) } }
        var isSound = true
        write(Row.header(hasFixed: runsFixed))
        for program in programs {
            let row = Row(
                name: program.name, buggy: try result(of: program, isFixed: false, in: folder),
                fixed: runsFixed && program.hasFixedForm
                    ? try result(of: program, isFixed: true, in: folder) : nil)
            write(row.text(hasFixed: runsFixed))
            isSound = isSound && row.isSound
        }
        return isSound ? 0 : 1
    }

    private func result(
        of program: any CorpusProgram, isFixed: Bool, in folder: URL
    ) throws -> RepeatingProcess.Result {
        let process = RepeatingProcess(
            name: program.name, isFixed: isFixed, seconds: seconds, hangSeconds: hangSeconds, folder: folder)
        let result = try process.run()
        if case .broken = result.ending { throw Failure("\(program.name): \(result.ending)") }
        return result
    }

    private func folder() throws -> URL {
        let folder =
            output.map { URL(filePath: $0) }
            ?? FileManager.default.temporaryDirectory.appending(path: "corpus-on-threads-\(UUID())")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw Failure("can't make the folder '\(folder.path)': \(error.localizedDescription)")
        }
        return folder
    }

    private func write(_ text: String) {
        print(text)
        fflush(nil)
    }
}
