import Foundation

/// Runs the kernels and the shapes on real threads. Without an explorer, what is found is what the threads happen to meet.
@main struct CorpusOnThreads {
    static func main() async {
        do {
            switch try Request(arguments: Array(CommandLine.arguments.dropFirst())) {
            case .help: print(Request.usage)
            case .list: for program in Request.all { print(program.name) }
            case .measure(let measurement): exit(try measurement.run())
            case .repeat(let repetition): await repetition.run()
            }
        } catch let error as UsageError {
            stop("\(error) (see --help)", status: 64)
        } catch {
            stop("\(error)", status: 2)
        }
    }

    private static func stop(_ message: String, status: Int32) -> Never {
        FileHandle.standardError.write(Data("corpus-on-threads: \(message)\n".utf8))
        exit(status)
    }
}
