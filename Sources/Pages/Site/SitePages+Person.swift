/// The pages of a person behind a link.
extension SitePages {
    static var personTemplates: [String: [UInt8]] {
        [
            "person_nav": PackageResources.person_nav_mustache,
            "person_start": PackageResources.person_start_mustache,
            "person_photo": PackageResources.person_photo_mustache,
            "person_preview": PackageResources.person_preview_mustache,
            "person_style": PackageResources.person_style_mustache,
            "person_progress": PackageResources.person_progress_mustache,
            "person_result": PackageResources.person_result_mustache,
            "person_mine": PackageResources.person_mine_mustache,
        ]
    }
}
