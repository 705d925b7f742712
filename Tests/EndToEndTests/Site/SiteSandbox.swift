import Foundation
import TestSupport
import Testing

/// A server with its site, and persons who were invited to it.
struct SiteSandbox: Sendable {
    let sandbox: Sandbox
    let server: ServerProcess
    /// The paths of the persons' links.
    let links: [String]

    static let space = "acme"
    /// An invited person whose name is markup, and who has a department that reads from right to left.
    private static let list = #"""
        id,name,department,email
        p0,"""><script>alert(1)</script>",מכירות,p0@example.com
        p1,Ben,sales,
        p2,Cy,sales,
        p3,Di,sales,

        """#

    /// Starts a server with the site and a worker for as long as `body` runs.
    ///
    /// - Parameter provider: Who makes the space's headshots.
    static func with(
        _ sandbox: Sandbox, provider: String = "local", invite options: [String] = [],
        _ body: (SiteSandbox) async throws -> Void
    ) async throws {
        _ = try await sandbox.addSpace(space, "--provider", provider)
        let links = try await invite(list, to: space, in: sandbox, options)
        try #require(links.count == 4)
        try await ServerProcess.with(sandbox, "--site", "--work") { server in
            try await body(SiteSandbox(sandbox: sandbox, server: server, links: links))
        }
    }

    /// Invites the persons of a list, and returns the paths of their links.
    static func invite(
        _ list: String, to space: String, in sandbox: Sandbox, _ options: [String] = []
    ) async throws -> [String] {
        let file = "\(sandbox.folder)/team.csv"
        try Data(list.utf8).write(to: URL(filePath: file))
        let added = try await sandbox.run(
            ["invite", "add", file, "--space", space, "--csv"] + options)
        #expect(added.exit == .status(0), "\(added.errors)")
        return added.output.matches(of: /\/i\/[0-9a-z]{26}/).map { String($0.output) }
    }
}

/// A check of the pages in a real browser, by the programs in `Tests/Browser`.
enum BrowserCheck {
    private static let python = "\(repository)/.build/browser/bin/python"

    static var isInstalled: Bool {
        [python, "/usr/bin/chromedriver", "/usr/bin/firefox-esr"]
            .allSatisfy(FileManager.default.isExecutableFile)
    }

    /// Runs a check to its end, and returns what it printed as JSON.
    @discardableResult
    static func run(
        _ side: String, _ check: String, _ values: [String: Any]
    ) async throws -> [String: Any] {
        let json = try JSONSerialization.data(withJSONObject: values)
        let result = try await withTemporaryFolder { folder in
            try await Program(path: python).run(
                [
                    "-B", "\(repository)/Tests/Browser/\(side).py", check,
                    String(decoding: json, as: UTF8.self),
                ], environment: ["HOME": folder, "PATH": "/usr/bin:/bin"], folder: folder)
        }
        #expect(result.exit == .status(0), "\(check): \(result.errors)")
        let answer = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return answer as? [String: Any] ?? [:]
    }
}

extension SiteSandbox {
    /// Runs a check of a person's side.
    @discardableResult
    func check(_ name: String, _ values: [String: Any] = [:]) async throws -> [String: Any] {
        let all: [String: Any] = [
            "site": server.url, "links": links, "photos": try photos(),
        ]
        return try await BrowserCheck.run("person", name, all.merging(values) { $1 })
    }

    /// The files that persons hand in, made once.
    private static let files = Result {
        let face = try DrawnFace.photo()
        var files: [String: Data] = [
            "good.jpg": face, "wall.jpg": try DrawnFace.wall.jpeg(),
            "large.jpg": try DrawnFace.largePhoto(),
            "heavy.jpg": PhotoFixture.padded(face, to: 8_000_000),
            "many_parts.jpg": PhotoFixture.padded(face, to: 3_000_000),
            "none.txt": Data("This is not a photo.".utf8),
            // A film of one picture, again and again.
            "camera.mjpeg": (0..<60).reduce(into: Data()) { film, _ in film += face },
        ]
        if PhotoFixture.canMakeHEIC { files["heic"] = try PhotoFixture.heic() }
        return files
    }

    /// Writes the files that persons hand in, and returns their paths.
    func photos() throws -> [String: String] {
        var paths: [String: String] = [:]
        for (name, bytes) in try Self.files.get() {
            let path = "\(sandbox.folder)/\(name)"
            try bytes.write(to: URL(filePath: path))
            paths[String(name.split(separator: ".")[0])] = path
        }
        return paths
    }
}
