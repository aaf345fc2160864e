import Foundation
import PackagePlugin

/// `swift package explore`: explores the tests of a package in an instrumented build, as `scripts/explore-package` does.
///
/// The arguments are those of the script, without the package. The build has a folder of its own, `.build-explored`, so that it
/// doesn't wait for the lock that SwiftPM holds while a plugin runs.
@main struct ExplorePackage: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        guard let laboratory = Self.laboratory(in: context.package) else {
            Diagnostics.error("'\(context.package.displayName)' doesn't depend on OperationLab.")
            return
        }
        let script = laboratory.directoryURL.appending(path: "scripts/explore-package")
        let process = Process()
        process.executableURL = script
        process.arguments = [context.package.directoryURL.path] + arguments
        try process.run()
        process.waitUntilExit()
        // What was wrong, the script has said.
        if process.terminationStatus != 0 { exit(process.terminationStatus) }
    }

    /// The package that this plugin belongs to, among those that a package depends on.
    private static func laboratory(in package: Package) -> Package? {
        if package.targets.contains(where: { $0.name == "CScheduleInstrumentation" }) { return package }
        return package.dependencies.lazy.compactMap { laboratory(in: $0.package) }.first
    }
}
