import Foundation
import PackagePlugin

/// Has `scripts/write-commit.sh` say in a source file which commit is built, before each build.
@main
struct CommitPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let package = context.package.directoryURL
        let folder = context.pluginWorkDirectoryURL.appending(path: "Commit")
        let script = package.appending(path: "scripts/write-commit.sh")
        return [
            .prebuildCommand(
                displayName: "Looking up the commit",
                executable: URL(filePath: "/bin/sh"),
                arguments: [script, package, folder].map { $0.path(percentEncoded: false) },
                outputFilesDirectory: folder)
        ]
    }
}
