import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat
import Validation

/// A request's body with photos: one as it is, or several as `multipart/form-data`, each within a limit.
///
/// What is around the parts counts, too.
struct PhotoBody {
    private let request: Request
    private let parts: [String]
    private let limits: PhotoLimits

    /// - Parameters:
    ///   - parts: The names that parts may have; a body that is a photo itself is the first.
    ///   - limits: Those of each photo.
    init(_ request: Request, parts: [String], limits: PhotoLimits = .standard) {
        self.request = request
        self.parts = parts
        self.limits = limits
    }

    /// Whether a photo of it may be one that has to be made smaller: its client announces so many bytes, or no number.
    var mayBeLarge: Bool {
        let (usual, most) = (
            Self.room(parts.count, of: .standard), Self.room(parts.count, of: limits)
        )
        return most > usual && request.headers.announcedLength ?? most > usual
    }

    /// Reads the body, and hands on each piece with the name of its part; returns the parts that came.
    ///
    /// The first part must be there.
    @discardableResult
    func read(
        _ take: (_ part: String, _ piece: Data) async throws -> Void
    ) async throws -> Set<String> {
        try request.requireNoEncoding()
        let type = MediaType(of: request)
        if type.name == "multipart/form-data" {
            return try await readParts(of: type, take)
        }
        guard type.name.hasPrefix("image/") || type.name == "application/octet-stream" else {
            throw Refusal.unsupported(
                "Send the photo itself, with a type such as image/jpeg, or multipart/form-data.")
        }
        let count = try await request.read(most: limits.byteCount.upperBound) {
            try await take(parts[0], $0)
        }
        guard count == request.headers.announcedLength ?? count else {
            throw Refusal.malformed("The body ended early.")
        }
        return [parts[0]]
    }

    private func readParts(
        of type: MediaType, _ take: (String, Data) async throws -> Void
    ) async throws -> Set<String> {
        guard var parser = MultipartParser(type) else {
            throw Refusal.malformed("The type names no boundary.")
        }
        let most = limits.byteCount.upperBound
        let mostOfAll = Self.room(parts.count, of: limits)
        var counts: [String: Int] = [:]
        var part: String?
        try await request.read(most: mostOfAll) { bytes in
            for event in try parser.parse(bytes) {
                switch event {
                case .part(let name):
                    guard parts.contains(name) else {
                        throw Refusal.malformed(
                            "Unknown part; expected \(parts.joined(separator: " or ")).")
                    }
                    guard counts[name] == nil else {
                        throw Refusal.malformed("The part '\(name)' comes twice.")
                    }
                    counts[name] = 0
                    part = name
                case .bytes(let bytes):
                    guard let part else { continue }
                    counts[part, default: 0] += bytes.count
                    guard counts[part, default: 0] <= most else {
                        throw Refusal.tooLarge(most)
                    }
                    try await take(part, bytes)
                }
            }
        }
        guard parser.isOver else { throw Refusal.malformed("The body ended early.") }
        guard counts[parts[0]] != nil else {
            throw Refusal.malformed("The part '\(parts[0])' is missing.")
        }
        return Set(counts.keys)
    }

    private static let mostPhotos = 2
    /// The largest body of any route, in bytes.
    static let mostBytes = room(mostPhotos, of: .large)

    /// The bytes of so many photos, and what is around them: boundaries, headers, and short texts.
    static func room(_ photos: Int, of limits: PhotoLimits = .standard) -> Int {
        min(photos, mostPhotos) * limits.byteCount.upperBound + 16_384
    }
}
