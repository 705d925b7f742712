import Answers
import Decoding
import Foundation
import HeadshotWorker
import Isolation
import PromptFactory
import Setup
import Validation

/// Checks whether the clock can be right, since caps and cooldowns depend on it.
enum ClockCheck {
    static func run(now: Date) -> Check {
        let program = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(
                percentEncoded: false))
        let built = program?[.modificationDate].flatMap { $0 as? Date }
        return check(now: now, built: built)
    }

    /// A clock that shows a time before the program was built is wrong.
    static func check(now: Date, built: Date?) -> Check {
        let finding = now.formatted(.iso8601)
        // One day of tolerance, for files that were unpacked in another time zone.
        guard let built, now < built - 86_400 else { return .ok("clock", finding) }
        return .problem(
            "clock", "\(finding), which is before this program was made",
            remedy: "Set the clock: 'timedatectl set-ntp true'.")
    }
}

/// Checks which settings file holds, and whether others on the machine can read a key.
enum SettingsCheck {
    static func run(_ environment: Environment, keyFiles: [String]) -> Check {
        let file = environment.file
        let hasKey = file?.settings.keys.contains(where: \.isSecret) ?? false
        let secret = (hasKey ? file.map { [$0.path] } ?? [] : []) + keyFiles
        let open = secret.filter(isOpen)
        guard open.isEmpty else {
            return .warning(
                "settings", "others can read a key: \(open.joined(separator: ", "))",
                remedy: "chmod o-rwx \(open.joined(separator: " "))")
        }
        return .ok("settings", file.map { "in \($0.path)" } ?? "no settings file")
    }

    /// Whether everybody on the machine may read a file.
    private static func isOpen(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.posixPermissions] as? Int ?? 0) & 0o004 != 0
    }
}

/// Checks whether photos can be decoded, and which fences confine the decoders.
enum PhotoChecks {
    static func run(_ configuration: Configuration, _ options: ModelOptions) async -> [Check] {
        var models: Models?
        let check = Check.attempt("models") {
            let found = try configuration.models(options.models)
            models = found
            return self.models(found)
        }
        do {
            var program = try configuration.decoder(nil, models)
            let demand = program.isolation
            // Missing fences are a finding here, not an error.
            program.isolation = .best
            let greeting = try await DecoderPool(program, size: 1).greeting()
            return [
                decoder(program.path, commit: greeting.commit),
                .ok("libvips", "version \(greeting.library.version)"),
                formats(greeting.library), fences(greeting.fences, demand), check,
            ]
        } catch {
            return [.problem("decoding", error), check]
        }
    }

    private static func models(_ models: Models) -> Check {
        switch models {
        case .ready(_, let folder): .ok("models", "in \(folder)")
        // The user switched them off.
        case .off: .ok("models", "switched off. \(Models.consequence)")
        case .absent:
            .warning("models", "not installed. \(Models.consequence)", remedy: Models.remedy)
        case .damaged(let error):
            .warning("models", UserMessage(error).sentence, remedy: Models.remedy)
        }
    }

    /// Judges whether both programs were built from one commit.
    static func decoder(
        _ path: String, commit: String?, own: String? = ProgramVersion.commit
    ) -> Check {
        guard commit != own else { return .ok("decoder", path) }
        return .warning(
            "decoder",
            "\(path) is of commit \(commit ?? "unknown"), and this program of \(own ?? "unknown")",
            remedy: "Install both programs of one build.")
    }

    /// Judges the formats that can be decoded: HEIC is optional, JPEG is not.
    static func formats(_ library: ImageLibrary) -> Check {
        let missing = PhotoFormat.allCases.filter { !library.decodableFormats.contains($0) }
        let names = missing.map { $0.rawValue.uppercased() }.joined(separator: ", ")
        let finding = "\(names) cannot be decoded"
        if missing.isEmpty, !library.decodesPhoneHEIC {
            return .warning(
                "formats", "HEIC of telephones with iOS 18 cannot be decoded",
                remedy: """
                    Install libheif 1.18 or later; on Debian 12: 'apt-get install -t bookworm-backports libheif1 \
                    libheif-plugin-libde265'. Until then, such photos are refused, and people save them as JPEG.
                    """)
        }
        if missing.isEmpty {
            let all = PhotoFormat.allCases.map { $0.rawValue.uppercased() }
            return .ok("formats", all.joined(separator: ", "))
        }
        if missing.allSatisfy({ $0 == .heic || $0 == .heif }) {
            return .warning(
                "formats", finding,
                remedy:
                    "Install libheif's HEVC decoder: 'apt-get install libheif-plugin-libde265', or libheif1 on older systems."
            )
        }
        return .problem(
            "formats", finding, remedy: "Install a libvips that was built with these formats.")
    }

    /// Judges missing fences: photos are decoded behind the others, or not at all if all are required.
    static func fences(_ fences: Fences, _ demand: FenceDemand = .best) -> Check {
        let missing = Fences.all.subtracting(fences).names.joined(separator: ", ")
        let standing = fences.isEmpty ? "none" : fences.names.joined(separator: ", ")
        guard !missing.isEmpty else { return .ok("isolation", standing) }
        let finding = "\(standing); missing: \(missing)"
        let cure = "Linux 5.13 or later with Landlock and seccomp has all"
        return switch demand {
        case .required:
            .problem(
                "isolation", finding,
                remedy: """
                    All are demanded, so no photo is decoded. \(cure); HEADSHOT_ISOLATION=best decodes behind fewer.
                    """)
        case .best:
            .warning(
                "isolation", finding, remedy: "Photos are decoded behind fewer fences; \(cure).")
        }
    }
}
