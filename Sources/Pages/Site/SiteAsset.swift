import Hashing
package import Foundation
import Ground

/// A file that pages load, which is part of the program.
///
/// Its address has a hash of its bytes, so that browsers keep it for as long as they like.
package struct SiteAsset: Sendable {
    /// What templates call it, such as `asset.style`.
    package let member: String
    package let type: String
    package let bytes: Data
    package let path: String

    private init(_ member: String, _ suffix: String, _ type: String, _ bytes: [UInt8]) {
        self.member = member
        self.type = type
        self.bytes = Data(bytes)
        let digest = SHA256.hash(data: self.bytes).hexadecimal
        path = "/assets/\(member)-\(digest.prefix(16)).\(suffix)"
    }

    static let all = [
        SiteAsset(
            "style", "css", "text/css; charset=utf-8",
            PackageResources.style_css + PackageResources.desk_css),
        SiteAsset("person", "js", "text/javascript; charset=utf-8", PackageResources.person_js),
        SiteAsset("desk", "js", "text/javascript; charset=utf-8", PackageResources.desk_js),
        SiteAsset("icon", "svg", "image/svg+xml", PackageResources.icon_svg),
    ]
}
