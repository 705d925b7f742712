import Hashing
import Foundation
import Mustache

/// Why a page could not be made.
public enum PagesError: Error, Sendable, Equatable {
    /// One of the program's own templates is wrong; a test reads each of them.
    case badTemplate(name: String, detail: String)
}

/// The members that a template names.
package typealias View = [String: any Sendable]

extension View {
    /// A view without the members that are nil.
    package init(_ members: [String: (any Sendable)?]) { self = members.compactMapValues { $0 } }
}

/// A template of a page that contains everything it needs.
///
/// Pages load and run nothing but what is in the templates: the policy in each names the hashes of its one
/// style and its one script, so that even a name that escaping missed could not run.
enum PageTemplate: String {
    case report, sheet

    func page(title: String, view: View) throws(PagesError) -> String {
        let style = Self.text(PackageResources.page_css)
        let script = Self.text(PackageResources.sort_js)
        let policy = """
            default-src 'none'; img-src data:; style-src \(Self.hash(of: style)); \
            script-src \(Self.hash(of: script)); base-uri 'none'; form-action 'none'
            """
        let shell: View = [
            "title": title, "style": style, "script": script, "policy": policy, "view": view,
        ]
        return try Self.templates.library().render(shell, withTemplate: rawValue) ?? ""
    }

    private static let templates = [
        "head": PackageResources.head_mustache, "report": PackageResources.report_mustache,
        "photo": PackageResources.photo_mustache, "sheet": PackageResources.sheet_mustache,
    ]

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func hash(of text: String) -> String {
        let digest = SHA256.hash(data: Data(text.utf8))
        return "'sha256-\(digest.base64EncodedString())'"
    }
}

extension [String: [UInt8]] {
    /// The templates by their names, whose values are escaped as ``Markup`` does it.
    func library() throws(PagesError) -> MustacheLibrary {
        MustacheContentTypes.register(Markup(), named: Markup.contentType)
        var library = MustacheLibrary()
        for (name, bytes) in self {
            do {
                // A partial does not inherit this from the template that includes it.
                let template = String(decoding: bytes, as: UTF8.self)
                try library.register(
                    "{{% CONTENT_TYPE:\(Markup.contentType)}}\n\(template)", named: name)
            } catch {
                throw .badTemplate(name: name, detail: "\(error)")
            }
        }
        return library
    }
}
