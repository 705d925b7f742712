import Validation

/// Whether photos can be read.
enum PhotoChecks {
    static func run() async -> [Check] {
        do {
            let library = try await ImageLibrary.check()
            return [
                .ok("libvips", "version \(library.version)"),
                formats(library.decodableFormats),
            ]
        } catch {
            return [
                .problem(
                    "libvips", UserMessage(error).sentence,
                    remedy:
                        "Install libvips: 'apt-get install libvips42', or your system's package.")
            ]
        }
    }

    /// What the formats that cannot be decoded mean: HEIC can be done without, JPEG cannot.
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
}
