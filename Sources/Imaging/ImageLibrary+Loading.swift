import FoundationEssentials
public import Validation

extension ImageLibrary {
    /// Starts libvips and reads a header of every format, so that all of its code is loaded.
    ///
    /// Runs on the calling thread and starts no other.
    package static func load() {
        guard (try? VipsRuntime.start()) != nil else { return }
        for format in PhotoFormat.allCases {
            guard let sample = Data(base64Encoded: sample(of: format)) else { continue }
            _ = try? VipsImage.withOpened(sample, as: format) { _ in true }
        }
    }

    /// Starts libvips and decodes a tiny picture of every format.
    public static func check() async throws(ValidationError) -> ImageLibrary {
        try await ImageLane.runPictureWork { _ throws(ValidationError) in
            var formats: Set<PhotoFormat> = []
            for format in PhotoFormat.allCases {
                if try decodes(sample(of: format), as: format) { formats.insert(format) }
            }
            return ImageLibrary(
                version: VipsRuntime.version, decodableFormats: formats,
                decodesPhoneHEIC: try decodes(phoneHEIC, as: .heic))
        }
    }

    private static func decodes(
        _ sample: String, as format: PhotoFormat
    ) throws(ValidationError) -> Bool {
        guard let bytes = Data(base64Encoded: sample) else { return false }
        let isWhole = try VipsImage.withOpened(bytes, as: format) {
            image throws(ValidationError) -> Bool? in image.decodesWholly()
        }
        return isWhole ?? false
    }

    /// A black picture of 16 by 16 pixels, in base64; HEIC and HEIF share a decoder.
    private static func sample(of format: PhotoFormat) -> String {
        switch format {
        case .jpeg:
            """
            /9j/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5\
            PTgyPC4zNDL/2wBDAQkJCQwLDBgNDRgyIRwhMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIyMjIy\
            MjIyMjIyMjIyMjIyMjL/wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAj/xAAUEAEA\
            AAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAM\
            AwEAAhEDEQA/AJ/AB//Z
            """
        case .png:
            """
            iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEElEQVQo\
            kWNgGAWjYBTAAAADEAABC3uRhAAAAABJRU5ErkJggg==
            """
        case .webp: "UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoQABAAAgA0JaQAA3AA/vv9UAA="
        case .heic, .heif:
            """
            AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAA\
            AAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAABAAEAAAADhpbG9jAQAAAERAAAIAAQAAAAAA\
            AAHRAAEAAAAAAAAAKwACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAA\
            aHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe\
            8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6g\
            IIEFluqumubgQEDAgAAAAwCAAAADAIQiAAEABkQBwXPBiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUA\
            AAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAA\
            AAAAAAAOZGltZwACAAEAAQAAADNtZGF0AAAAJygBrxMhMZb4TlCn//1nhc0MlUxauU+lc90KUJNyfrj+8oeT\
            xWKC4A==
            """
        }
    }
}
