import Ground
import Mustache

/// The pages of the site: templates, what they load, and the texts of each language.
///
/// Every value of a view is escaped; nothing in a page is written as it is.
package struct SitePages: Sendable {
    package let assets: [SiteAsset]
    /// By the code of the language.
    package let texts: [String: SiteText]
    private let library: MustacheLibrary

    /// Reads all templates and texts, which are part of the program.
    package init() throws(PagesError) {
        assets = SiteAsset.all
        texts = try SiteText.all()
        library = try Self.templates.library()
    }

    /// The page that a template makes of a view.
    ///
    /// - Parameters:
    ///   - text: The texts of the page, which the template finds in `t`.
    ///   - view: The other members that the template names.
    package func page(
        _ template: String, in text: SiteText, _ view: View
    ) throws(PagesError) -> String {
        let addresses = Dictionary(uniqueKeysWithValues: assets.map { ($0.member, $0.path) })
        let shell: View = ["t": text.view, "asset": addresses]
        guard
            let page = library.render(
                shell.merging(view) { $1 }, withTemplate: template)
        else { throw .badTemplate(name: template, detail: "The template does not exist.") }
        return page
    }
}

extension SitePages {
    /// The templates by the names under which others include them.
    static var templates: [String: [UInt8]] {
        [
            "site_head": PackageResources.site_head_mustache,
            "site_foot": PackageResources.site_foot_mustache,
            "site_problem": PackageResources.site_problem_mustache,
        ].merging(personTemplates) { $1 }.merging(deskTemplates) { $1 }
    }
}
