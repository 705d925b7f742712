import Answers
import ArgumentParser
import Foundation
import Ground
import HeadshotWorker

/// A file for people that a command writes; its suffix determines the form.
struct PageFile: Equatable, Sendable {
    /// The form of a page.
    enum Form: String, Sendable {
        case html, png, jpeg

        /// The form of a drawing; nil for a page.
        var drawn: DrawnPicture.Form? {
            switch self {
            case .html: nil
            case .png: .png
            case .jpeg: .jpeg
            }
        }
    }

    let path: String
    let form: Form

    /// Throws if the file already exists, before any work is done for it.
    func mustBeFree() throws(CommandError) {
        if FileManager.default.fileExists(atPath: path) { throw .fileExists(path: path) }
    }

    /// Writes the file for its owner only; never overwrites another one.
    func write(_ bytes: Data) async throws {
        guard try await PrivateFile.create(path, bytes) else {
            throw CommandError.fileExists(path: path)
        }
    }
}

extension PageFile: ExpressibleByArgument {
    init?(argument: String) {
        let suffix = URL(filePath: argument).pathExtension.lowercased()
        guard let form = Self.forms[suffix] else { return nil }
        self.init(path: argument, form: form)
    }

    /// The possible suffixes.
    static var suffixes: [String] { forms.keys.sorted() }

    private static let forms: [String: Form] = [
        "html": .html, "htm": .html, "png": .png, "jpg": .jpeg, "jpeg": .jpeg,
    ]
}
