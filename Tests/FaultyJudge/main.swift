// The program whose processes judge the faulty queues: `oplab judge`, without the libraries that the tool needs, so it builds sooner.
//
//   FaultyJudge --queue NAME --rule ID [--case NAME]   judges, in this process
//   FaultyJudge matrix [--jobs N] [--queue NAME,…]     judges every rule on every queue, each in a process of its own:
//                                                      reads the verdicts that are known, a line each, from standard
//                                                      input, and prints the others
//   FaultyJudge pairs                                  reads a table, and prints the verdicts in it
//   FaultyJudge table csv|markdown [--queue NAME,…]    reads verdicts, and prints a table of them, of these queues alone
//
// Exit status of `matrix`: 0, or 130 if interrupted. Of `table`: 0 if every defect breaks what is listed for it, 1 if
// one doesn't, 3 if verdicts are missing.
import ChildProcesses
import ConcurrencyPrimitives
import DefectMatrix
import Dispatch
import FaultyQueues
import LinuxPlatform
import QueueConformance

/// Those behind the name of the form.
func options(after count: Int) -> NamedArguments {
    do throws(NamedArguments.Unknown) {
        return try NamedArguments(CommandLine.arguments.dropFirst(count), names: ["--jobs", "--queue"])
    } catch {
        ParentProcess.refuse("'\(error.argument)' is no option here")
    }
}

func inputLines() -> [String] { Array(AnyIterator { readLine() }) }

func judge() async {
    await ChildJudge.serve(
        Array(CommandLine.arguments.dropFirst()),
        looksForLeaks: { ($0 as? FaultySubject)?.defect == nil },
        subject: { name in FaultySubject.all.first { $0.name == name } })
}

/// What `--queue` names; nil if it isn't there.
func chosenQueues(_ options: NamedArguments) -> [String]? {
    let names = options["--queue"]?.split(separator: ",").map(String.init)
    if let unknown = names?.first(where: { name in !FaultySubject.all.contains { $0.name == name } }) {
        ParentProcess.refuse("there is no queue '\(unknown)'")
    }
    return names
}

func printTable(_ form: String) -> Never {
    let names = chosenQueues(options(after: 3))
    var matrix = DefectMatrix(subjects: FaultySubject.all.filter { names?.contains($0.name) ?? true })
    for line in inputLines() { matrix.add(line: line) }
    print(form == "csv" ? matrix.csv : matrix.markdown, terminator: "")
    exit(matrix.missingCount > 0 ? 3 : matrix.surprises.isEmpty ? 0 : 1)
}

switch CommandLine.arguments.dropFirst().first {
case "matrix":
    let options = options(after: 2)
    let jobs = options["--jobs"].map { Int($0) ?? 0 } ?? ProcessorCount.available * 6
    if jobs < 1 { ParentProcess.refuse("--jobs has to be a number from 1 on") }
    MatrixRun(jobs: jobs, queues: chosenQueues(options), known: inputLines()).runAndExit()
case "pairs":
    for line in DefectMatrix.Contents(ofCSV: inputLines().joined(separator: "\n")).lines { print(line) }
    exit(0)
case "table" where CommandLine.arguments.count > 2: printTable(CommandLine.arguments[2])
default: startTask { await judge() }
}
dispatchMain()
