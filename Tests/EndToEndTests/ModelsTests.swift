import Foundation
import TestSupport
import Testing

/// The models' way from their folder to those who decode, and what stands in it.
@Suite(
    .timeLimit(.minutes(10)), .needs("the models: 'make setup-models'", where: { Models.areThere }))
struct ModelsTests {
    private func withPhoto(_ body: (Sandbox) async throws -> Void) async throws {
        try await Sandbox.offline { sandbox in
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_MODELS"] = nil
            sandbox.variables["GEMINI_API_KEY"] = nil
            try DrawnFace.portrait.jpeg().write(to: URL(filePath: "\(sandbox.folder)/me.jpg"))
            try await body(sandbox)
        }
    }

    /// What a worker says of its decoders as the first thing.
    private func decoding(_ sandbox: Sandbox) async throws -> String {
        let result = try await sandbox.run(
            "drain", "--log-level", "info", "--isolation", "required")
        #expect(result.exit == .status(0), "\(result.errors)")
        return try #require(
            result.errors.split(separator: "\n").map(String.init)
                .first { $0.contains("decoding.models") })
    }

    @Test func `decoders have the models that lie above a program that was just built`()
        async throws
    {
        try await withPhoto { sandbox in
            let doctor = try await sandbox.run("doctor", "--offline")
            #expect(doctor.output.contains("in \(repository)/models"), "\(doctor.output)")
            let submitted = try await sandbox.run("submit", "me.jpg")
            #expect(!submitted.errors.contains("models"))
            #expect(try await decoding(sandbox).contains("decoding.models=true"))
            #expect(try await sandbox.run("analyze", "me.jpg").exit == .status(0))
        }
    }

    @Test func `they can be switched off`() async throws {
        try await withPhoto { sandbox in
            _ = try await sandbox.run("submit", "me.jpg", "--models", "none")
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_MODELS"] = "none"
            #expect(try await decoding(sandbox).contains("decoding.models=false"))
            let doctor = try await sandbox.run("doctor", "--offline")
            #expect(doctor.output.contains("switched off"))
        }
    }

    @Test(arguments: Models.damages)
    func `a named folder with a wrong file is refused by name, before anything is done`(
        damage: Models.Damage
    ) async throws {
        try await withPhoto { sandbox in
            let folder = "\(sandbox.folder)/my-models"
            let path = try await Models.copy(to: folder, with: damage)
            for command in [
                ["analyze", "me.jpg"], ["submit", "me.jpg"], ["submit", "me.jpg", "--check-only"],
                ["drain"], ["worker"], ["doctor", "--offline"],
            ] {
                let result = try await sandbox.run(command + ["--models", folder])
                #expect(result.exit == .status(78), "\(command)")
                #expect((result.errors + result.output).contains(path), "\(command)")
                #expect((result.errors + result.output).contains("make setup-models"), "\(command)")
            }
            #expect(try await sandbox.jobs().isEmpty)
            // They are not needed where no photo is looked at and no person is cut out.
            let order = ["me.jpg", "--provider", "gemini", "--models", folder]
            #expect(try await sandbox.run(["submit"] + order).exit == .status(78))
            #expect(try await sandbox.run(["submit", "--force"] + order).exit == .status(0))
        }
    }

    @Test func `an installed program finds its own, and works as without any where one is damaged`()
        async throws
    {
        try await withPhoto { sandbox in
            var sandbox = sandbox
            sandbox.variables["HEADSHOT_PROMPTS"] = nil
            let prefix = "\(sandbox.folder)/prefix"
            let built = URL(filePath: try Program.built("headshot").path)
                .deletingLastPathComponent().path(percentEncoded: false)
            let installed = try await Program(path: "\(repository)/scripts/install.sh")
                .run([built, prefix], environment: sandbox.variables)
            #expect(installed.exit == .status(0), "\(installed.errors)")
            let folder = "\(prefix)/share/headshot/models"
            let headshot = Program(path: "\(prefix)/bin/headshot")
            let (variables, folderOfPhotos) = (sandbox.variables, sandbox.folder)
            func run(_ arguments: String...) async throws -> ProgramResult {
                try await headshot.run(
                    arguments, environment: variables, folder: folderOfPhotos)
            }
            let well = try await run("doctor", "--offline")
            #expect(well.output.contains("in \(folder)\n"))
            for damage in [Models.damages[0], Models.damages[3]] {
                try FileManager.default.removeItem(atPath: folder)
                let path = try await Models.copy(to: folder, with: damage)
                let doctor = try await run("doctor", "--offline", "--json")
                #expect(doctor.exit == .status(0))
                #expect(
                    doctor.output.replacing("\\/", with: "/").contains(path), "\(doctor.output)")
                for command in [
                    ["analyze", "me.jpg"], ["submit", "--again", "me.jpg"], ["drain"],
                ] {
                    let result = try await headshot.run(
                        command, environment: variables, folder: folderOfPhotos)
                    #expect(result.exit == .status(0), "\(command): \(result.errors)")
                    let lines = result.errors.split(separator: "\n").filter { $0.contains(path) }
                    #expect(lines.count == 1, "\(command): \(result.errors)")
                    #expect(result.errors.contains("make setup-models"), "\(command)")
                }
            }
            try FileManager.default.removeItem(atPath: folder)
            let told = try await run("submit", "me.jpg", "--background", "casual")
            #expect(told.errors.contains("The models are not installed."))
            let unneeded = try await run("submit", "me.jpg", "--backdrop", "own")
            #expect(!unneeded.errors.contains("models are"))
            let asked = try await run("submit", "me.jpg", "--provider", "gemini")
            #expect(!asked.errors.contains("models are"))
            #expect(try await !run("drain").errors.contains("models"))
        }
    }
}

/// The models of this repository, and what can be wrong with them.
enum Models {
    static let names = [
        "selfie_segmentation.tflite", "face_landmark.tflite", "face_detection_short_range.tflite",
    ]

    static var areThere: Bool {
        names.allSatisfy { FileManager.default.fileExists(atPath: "\(repository)/models/\($0)") }
    }

    /// A command that damages the models in its folder, and the file that is found out.
    struct Damage: Sendable, CustomTestStringConvertible {
        let command: String
        let file: String
        var testDescription: String { command }
    }

    static let damages = [
        Damage(
            command:
                "mv face_landmark.tflite x && mv face_detection_short_range.tflite face_landmark.tflite",
            file: names[1]),
        Damage(command: "printf x | dd of=\(names[2]) bs=1 seek=5000 conv=notrunc", file: names[2]),
        Damage(command: "truncate -s 1T \(names[1])", file: names[1]),
        Damage(command: "rm \(names[1]) && mkfifo \(names[1])", file: names[1]),
        Damage(command: "rm \(names[0]) && mkdir \(names[0])", file: names[0]),
        Damage(command: "rm \(names[2])", file: names[2]),
    ]

    /// Makes a folder of the models, damages it, and gives the path, or name, of the file that is found out.
    static func copy(to folder: String, with damage: Damage) async throws -> String {
        let result = try await Program(path: "/bin/sh").run(
            [
                "-c", "mkdir \"$1\" && cp models/*.tflite \"$1\" && cd \"$1\" && \(damage.command)",
                "sh", folder,
            ],
            folder: repository)
        guard result.exit == .status(0) else { throw NotDamaged(errors: result.errors) }
        return damage.file
    }

    /// Why there is no such folder.
    struct NotDamaged: Error {
        let errors: String
    }
}
