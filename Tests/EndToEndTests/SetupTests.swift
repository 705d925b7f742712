import Foundation
import TestSupport
import Testing

/// What `make build` does before it builds, with a network that fails.
@Suite(.timeLimit(.minutes(10)))
struct SetupTests {
    /// Runs `make setup` in a folder with the scripts only; its Python says what it was asked and downloads nothing.
    private func setUp(
        in folder: String, _ variables: [String: String] = [:]
    ) async throws -> (exit: ProgramExit, downloads: Int) {
        let result = try await Program(path: "/bin/sh").run(
            [
                "-c",
                """
                mkdir -p bin && cp -r '\(repository)/scripts' '\(repository)/Makefile' .
                for program in swift pkg-config; do printf '#!/bin/sh\\n' >bin/$program; done
                printf '#!/bin/sh\\necho "$@" >>asked\\n! grep -q " download " asked\\n' >bin/python3
                chmod +x bin/*; : >asked
                PATH=$PWD/bin:$PATH make setup
                """,
            ], environment: variables, folder: folder)
        let asked = try String(contentsOfFile: "\(folder)/asked", encoding: .utf8)
        return (result.exit, asked.split(separator: "\n").count { $0.contains(" download ") })
    }

    @Test func `a build goes on where the models cannot be fetched, and the next tries no more`()
        async throws
    {
        try await withTemporaryFolder { folder in
            for downloads in [1, 0] {
                let (exit, tries) = try await setUp(in: folder)
                #expect(exit == .status(0))
                #expect(tries == downloads)
            }
        }
    }

    @Test func `where everything is tested, models that cannot be fetched are an error`()
        async throws
    {
        try await withTemporaryFolder { folder in
            for _ in 1...2 {
                let (exit, tries) = try await setUp(in: folder, ["CI": "true"])
                #expect(exit == .status(2))
                #expect(tries == 1)
            }
        }
    }

    @Test(.needs("the models: 'make setup-models'", where: { Models.areThere }))
    func `models at hand are taken instead of a download, and then nothing is asked`() async throws
    {
        try await withTemporaryFolder { folder in
            let (exit, tries) = try await setUp(in: folder, ["MODELS": "\(repository)/models"])
            #expect(exit == .status(0))
            #expect(tries == 0)
            #expect(try await setUp(in: folder, ["CI": "true"]) == (.status(0), 0))
        }
    }
}
