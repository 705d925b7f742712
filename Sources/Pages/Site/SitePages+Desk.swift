/// The pages of an operator.
extension SitePages {
    static var deskTemplates: [String: [UInt8]] {
        [
            "desk_head": PackageResources.desk_head_mustache,
            "desk_terms": PackageResources.desk_terms_mustache,
            "desk_settings": PackageResources.desk_settings_mustache,
            "desk_filter": PackageResources.desk_filter_mustache,
            "desk_sign_in": PackageResources.desk_sign_in_mustache,
            "desk_today": PackageResources.desk_today_mustache,
            "desk_new": PackageResources.desk_new_mustache,
            "desk_jobs": PackageResources.desk_jobs_mustache,
            "desk_all": PackageResources.desk_all_mustache,
            "desk_ask": PackageResources.desk_ask_mustache,
            "desk_done": PackageResources.desk_done_mustache,
            "desk_job": PackageResources.desk_job_mustache,
            "desk_team": PackageResources.desk_team_mustache,
            "desk_member": PackageResources.desk_member_mustache,
            "desk_invite": PackageResources.desk_invite_mustache,
            "desk_links": PackageResources.desk_links_mustache,
            "desk_people": PackageResources.desk_people_mustache,
            "desk_money": PackageResources.desk_money_mustache,
            "desk_charges": PackageResources.desk_charges_mustache,
            "desk_spaces": PackageResources.desk_spaces_mustache,
            "desk_space": PackageResources.desk_space_mustache,
            "desk_secret": PackageResources.desk_secret_mustache,
            "desk_machine": PackageResources.desk_machine_mustache,
            "desk_doctor": PackageResources.desk_doctor_mustache,
        ]
    }
}
