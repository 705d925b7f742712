import Decoding
import HeadshotWorker
import Isolation
import Setup
import Validation

/// Checks whether photos can be decoded, and which fences confine the decoders.
enum PhotoChecks {
    static func run(_ configuration: Configuration, _ options: ModelOptions) async -> [Check] {
        let (models, check) = ModelChecks.run(configuration, options)
        do {
            var program = try configuration.decoder(nil, models)
            let demand = program.isolation
            // Missing fences are a finding here, not an error.
            program.isolation = .best
            let greeting = try await DecoderPool(program, size: 1).greeting()
            return [
                decoder(program.path, commit: greeting.commit),
                .ok("libvips", "version \(greeting.library.version)"),
                formats(greeting.library.decodableFormats), fences(greeting.fences, demand), check,
            ]
        } catch {
            return [.problem("decoding", error), check]
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
    static func formats(_ decodable: Set<PhotoFormat>) -> Check {
        let missing = PhotoFormat.allCases.filter { !decodable.contains($0) }
        let names = missing.map { $0.rawValue.uppercased() }.joined(separator: ", ")
        let finding = "\(names) cannot be decoded"
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
