import Foundation

/// Walks the four apps with a generated client against a server, and writes what came of it as a part of a page.
///
/// The first argument is the server's address, the second a photo; `HEADSHOT_TOKENS` has the tokens of the spaces as
/// `preset=token`, with commas between them.
@main
struct AppWalk {
    @MainActor
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            FileHandle.standardError.write(Data("usage: AppWalk <url> <photo>\n".utf8))
            exit(64)
        }
        let pairs = (ProcessInfo.processInfo.environment["HEADSHOT_TOKENS"] ?? "")
            .split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        let apps = Apps(
            url: arguments[1],
            tokens: Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) }),
            photo: URL(filePath: arguments[2]))
        let walks = [
            await apps.glowUp(), await apps.great(), await apps.headshots(), await apps.routine(),
        ]
        for walk in walks { print(walk.page) }
        exit(walks.allSatisfy { $0.failures == 0 } ? 0 : 1)
    }
}
