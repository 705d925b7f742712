import Foundation
import TestSupport
import Testing

/// Where strangers' pictures are read, and what is demanded of those places.
@Suite(.timeLimit(.minutes(10)))
struct IsolationTests {
    @Test func `no command reads a picture in its own process`() async throws {
        try await Sandbox.withEmulator { sandbox, _ in
            let portrait = "portrait.jpg"
            try DrawnFace.portrait.jpeg().write(to: URL(filePath: "\(sandbox.folder)/\(portrait)"))
            let photos = try PhotoFixture.oneOfEachKind()
            let names = try photos.enumerated().map { number, photo in
                try photo.write(to: URL(filePath: "\(sandbox.folder)/kind-\(number)"))
                return "kind-\(number)"
            }
            var sandbox = sandbox
            sandbox.variables["LD_PRELOAD"] = try await PreloadedLibrary.decoders.path
            let commands: [([String], ProgramExit)] = [
                (["submit", "--check-only", portrait], .status(0)),
                (["submit", portrait, "--provider", "local"], .status(0)),
                (["submit", "--force", portrait], .status(0)),
                (["analyze", portrait, "--report", "report.html"], .status(0)),
                (["submit", "--check-only", "--force"] + names, .status(0)),
                // They have no face.
                (["analyze"] + names.prefix(3), .status(65)),
                (["drain"], .status(0)),
                (["sheet", "sheet.html"], .status(0)),
                (["sheet", "sheet.png"], .status(0)),
                (["analyze", portrait, "--overlay", "seen.jpg"], .status(0)),
                (["doctor", "--offline"], .status(0)),
            ]
            for (arguments, end) in commands {
                let result = try await sandbox.run(arguments)
                #expect(result.exit == end, "\(arguments): \(result.errors)")
            }
        }
    }

    @Test func `a process that does read pictures is found out`() async throws {
        try await Sandbox.with(asking: "http://127.0.0.1:1") { sandbox in
            var sandbox = sandbox
            sandbox.variables["LD_PRELOAD"] = try await PreloadedLibrary.decoders.path
            let decoder = try Program.built("headshot-decoder")
            let result = try await decoder.run(
                ["decode-photos"], environment: sandbox.variables, folder: sandbox.folder)
            #expect(result.exit == .status(99))
            #expect(result.errors.contains("vips_init"))
        }
    }

    @Test func `where all fences are demanded, nothing is decoded behind fewer`() async throws {
        try await Sandbox.with(asking: "http://127.0.0.1:1") { sandbox in
            let photo = "portrait.jpg"
            try DrawnFace.portrait.jpeg().write(to: URL(filePath: "\(sandbox.folder)/\(photo)"))
            // Decoders are told where the linker looks.
            try FileManager.default.copyItem(
                atPath: try await PreloadedLibrary.seccomp.path,
                toPath: "\(sandbox.folder)/libseccomp.so.2")
            var sandbox = sandbox
            sandbox.variables["LD_LIBRARY_PATH"] = sandbox.folder
            #expect(try await sandbox.run("analyze", photo).exit == .status(0))
            let warned = try await sandbox.run("doctor", "--offline")
            #expect(warned.exit == .status(0))
            #expect(warned.output.contains("missing: seccomp"))
            #expect(
                try await sandbox.run("submit", photo, "--provider", "local").exit == .status(0))

            for command in [
                ["analyze", photo], ["submit", "--check-only", photo], ["drain"], ["worker"],
            ] {
                let result = try await sandbox.run(command + ["--isolation", "required"])
                #expect(result.exit == .status(78), "\(command): \(result.errors)")
                #expect(result.errors.contains("does not have: seccomp"), "\(command)")
            }
            sandbox.variables["HEADSHOT_ISOLATION"] = "required"
            #expect(try await sandbox.run("sheet", "sheet.html").exit == .status(78))
            let refused = try await sandbox.run("doctor", "--offline")
            #expect(refused.exit == .status(78))
            #expect(refused.output.contains("no photo is decoded"))
            // No job was touched.
            #expect(try await sandbox.jobs().map(\.state) == ["waiting"])
            #expect(try await sandbox.drain("--isolation", "best") == 0)
            #expect(try await sandbox.jobs().map(\.state) == ["succeeded"])
        }
    }

    @Test func `a demand that does not exist is refused`() async throws {
        try await Sandbox.with(asking: "http://127.0.0.1:1") { sandbox in
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_ISOLATION"] = "most"
            let result = try await sandbox.run("drain")
            #expect(result.exit == .status(78))
            #expect(result.errors.contains("HEADSHOT_ISOLATION"))
        }
    }
}
