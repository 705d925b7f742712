import FaceFacts
import Foundation
import Ground
import Imaging
import Validation

/// A photo of the folder, and what is known about it.
struct PhotoFile {
    /// The sub-folders whose names tell what is to be seen.
    enum Kind: String {
        case single, group, negative
        case small = "portraits-small"
        case other
    }

    let url: URL
    let kind: Kind
    let mark: Mark?

    var name: String { url.deletingPathExtension().lastPathComponent }

    /// All pictures below a folder, by name; marks are read from its `marks.json`, if there is one.
    static func all(in folder: URL) throws -> [PhotoFile] {
        let marksFile = folder.appending(path: "marks.json")
        let marks = (try? Data(contentsOf: marksFile)).flatMap {
            try? JSONDecoder().decode([String: Mark].self, from: $0)
        }
        let suffixes: Set = ["jpg", "jpeg", "png", "webp", "heic", "heif"]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let photos = (files?.compactMap { $0 as? URL } ?? [])
            .filter { suffixes.contains($0.pathExtension.lowercased()) }
            .sorted { $0.path < $1.path }
            .map { url in
                PhotoFile(
                    url: url,
                    kind: Kind(rawValue: url.deletingLastPathComponent().lastPathComponent)
                        ?? .other,
                    mark: marks?[url.deletingPathExtension().lastPathComponent])
            }
        guard !photos.isEmpty else { throw FiguresError.noPhotos(folder.path) }
        return photos
    }

    /// All pictures below a folder but those that are damaged, which standard error names.
    static func decodable(in folder: URL) async throws -> [PhotoFile] {
        var photos: [PhotoFile] = []
        for photo in try all(in: folder) {
            if (try? await photo.pixels()) != nil {
                photos.append(photo)
            } else {
                try FileHandle.standardError.write(
                    contentsOf: Data("left out, for it cannot be decoded: \(photo.name)\n".utf8))
            }
        }
        return photos
    }

    /// The photo's pixels, at most 1280 on the long side.
    func pixels() async throws -> PhotoPixels {
        guard let pixels = try await PhotoPixels.of(Data(contentsOf: url)) else {
            throw FiguresError.undecodable(url.path)
        }
        return pixels
    }
}

/// What a person marked in a photo, in its pixels.
struct Mark: Decodable {
    let eyeImageLeft: [Double]
    let eyeImageRight: [Double]
    let nosePointsTo: String

    /// The distances of both eyes found from those marked, in eye distances.
    func errors(of eyes: Eyes) -> [Double] {
        let unit = hypot(eyeImageRight[0] - eyeImageLeft[0], eyeImageRight[1] - eyeImageLeft[1])
        return [
            hypot(eyes.left.x - eyeImageLeft[0], eyes.left.y - eyeImageLeft[1]) / unit,
            hypot(eyes.right.x - eyeImageRight[0], eyes.right.y - eyeImageRight[1]) / unit,
        ]
    }
}
