import Crypto
import Foundation
import Mustache

/// A template of a page that contains everything it needs.
///
/// Pages load and run nothing but what is in the templates: the policy in each names the hashes of its one
/// style and its one script, so that even a name that escaping missed could not run.
enum PageTemplate: String {
    case report, sheet

    /// The page for a view: a value whose members the template names.
    func page(title: String, view: some Sendable) throws(PagesError) -> String {
        let style = Self.text(PackageResources.page_css)
        let script = Self.text(PackageResources.sort_js)
        let shell = PageShell(
            title: title, style: style, script: script,
            policy: """
                default-src 'none'; img-src data:; style-src \(Self.hash(of: style)); \
                script-src \(Self.hash(of: script)); base-uri 'none'; form-action 'none'
                """,
            view: view)
        return try Self.library().render(shell, withTemplate: rawValue) ?? ""
    }

    private static func library() throws(PagesError) -> MustacheLibrary {
        MustacheContentTypes.register(Markup(), named: Markup.contentType)
        var library = MustacheLibrary()
        let templates = [
            "head": PackageResources.head_mustache, "report": PackageResources.report_mustache,
            "photo": PackageResources.photo_mustache, "sheet": PackageResources.sheet_mustache,
        ]
        for (name, bytes) in templates {
            do {
                // A partial does not inherit this from the template that includes it.
                try library.register(
                    "{{% CONTENT_TYPE:\(Markup.contentType)}}\n\(text(bytes))", named: name)
            } catch {
                throw .badTemplate(name: name, detail: "\(error)")
            }
        }
        return library
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func hash(of text: String) -> String {
        let digest = Data(SHA256.hash(data: Data(text.utf8)))
        return "'sha256-\(digest.base64EncodedString())'"
    }
}

/// The frame that all pages share.
private struct PageShell: Sendable {
    let title: String
    let style: String
    let script: String
    let policy: String
    let view: any Sendable
}
