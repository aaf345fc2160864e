internal import OperationLabTool

/// The tool for this project's queues, and those that they are compared with.
@main struct Oplab {
    static func main() async { await OperationLabTool.main() }
}
