import Foundation
import TestSupport
import Testing

/// A browser without a window that looks at pages as a person would.
struct Browser {
    /// What it found.
    struct Verdict: Decodable {
        /// What a person would stumble over.
        let problems: [String]
        /// How many texts were looked at.
        let checked: Int
    }

    /// The first of the usual programs that is installed; nil without one.
    static let path: String? = ["chromium", "chromium-browser", "google-chrome"]
        .map { "/usr/bin/\($0)" }.first(where: FileManager.default.isExecutableFile)

    /// Opens pages, given by file name and HTML, at several widths and in both colour schemes.
    ///
    /// One start for all: it takes longer than the looks.
    static func verdict(on pages: [String: String]) async throws -> Verdict {
        let path = try #require(path, "no browser is installed: 'make setup-browser'")
        return try await withTemporaryFolder { folder in
            for (name, html) in pages {
                try Data(html.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
            }
            let script = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "check.js")
            let names = String(
                decoding: try JSONEncoder().encode(pages.keys.sorted()), as: UTF8.self)
            let looker = """
                <!doctype html><meta charset="utf-8"><body>
                <script>\(try String(contentsOf: script, encoding: .utf8))</script>
                <script>
                const tell = (found) => console.log(
                  `verdict ${btoa(encodeURIComponent(JSON.stringify(found)))} end`);
                verdict(\(names))
                  .catch((error) => ({ problems: [String(error)], checked: 0 })).then(tell);
                </script>
                """
            try Data(looker.utf8).write(to: URL(filePath: "\(folder)/looker.html"))
            // The looker reads what is in its frames, which a page of files may not do by itself. It
            // says when it is done, so that nobody has to guess how long that takes.
            let arguments = [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-web-security",
                "--allow-file-access-from-files", "--disable-site-isolation-trials",
                "--disable-dev-shm-usage", "--user-data-dir=\(folder)/profile",
                "--window-size=1400,900", "--enable-logging=stderr",
                "file://\(folder)/looker.html",
            ]
            let line = try await Program(path: path).withRunning(
                arguments, environment: ["HOME": folder]
            ) { program in
                let line = try await program.waitForErrors("\"verdict ")
                program.send(SIGTERM)
                _ = try await program.waitForExit()
                return line
            }
            let told = line.firstMatch(of: /verdict ([A-Za-z0-9+\/=]*) end/)
            let text = try #require(told, "\(line)").1
            let bytes = try #require(Data(base64Encoded: String(text)))
            let json = try #require(String(decoding: bytes, as: UTF8.self).removingPercentEncoding)
            return try JSONDecoder().decode(Verdict.self, from: Data(json.utf8))
        }
    }
}
