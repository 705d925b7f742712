import Foundation
import Setup

/// Checks which settings file holds, and whether others on the machine can read a key.
enum SettingsCheck {
    static func run(_ environment: Environment, keyFiles: [String]) -> Check {
        let file = environment.file
        let hasKey = file?.settings.keys.contains(where: \.isSecret) ?? false
        let secret = (hasKey ? file.map { [$0.path] } ?? [] : []) + keyFiles
        let open = secret.filter(isOpen)
        guard open.isEmpty else {
            return .warning(
                "settings", "others can read a key: \(open.joined(separator: ", "))",
                remedy: "chmod o-rwx \(open.joined(separator: " "))")
        }
        return .ok("settings", file.map { "in \($0.path)" } ?? "no settings file")
    }

    /// Whether everybody on the machine may read a file.
    private static func isOpen(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return (attributes?[.posixPermissions] as? Int ?? 0) & 0o004 != 0
    }
}
