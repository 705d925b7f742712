import Answers
import Foundation
import PromptFactory
import Setup

/// Checks whether the models are installed and the right ones.
enum ModelChecks {
    /// The models for the decoders, and the check of them.
    static func run(
        _ configuration: Configuration, _ options: ModelOptions
    ) -> (models: Models?, check: Check) {
        do {
            let models = try configuration.models(options.models)
            return (models, check(models))
        } catch {
            return (nil, .problem("models", error))
        }
    }

    static func check(_ models: Models) -> Check {
        switch models {
        case .ready(_, let folder): .ok("models", "in \(folder)")
        // The user switched them off.
        case .off: .ok("models", "switched off. \(Models.consequence)")
        case .absent:
            .warning("models", "not installed. \(Models.consequence)", remedy: Models.remedy)
        case .damaged(let error):
            .warning("models", UserMessage(error).sentence, remedy: Models.remedy)
        }
    }
}

/// Checks whether the prompts are there and valid.
enum PromptChecks {
    static func run(_ configuration: Configuration, folder: String?) -> Check {
        do {
            let composer = try configuration.prompts(folder)
            return .ok(
                "prompts",
                "version \(composer.version) in \(try configuration.promptsFolder(folder))")
        } catch {
            return .problem("prompts", error)
        }
    }
}

/// Checks whether the clock can be right, since caps and cooldowns depend on it.
enum ClockCheck {
    static func run(now: Date) -> Check {
        let program = try? FileManager.default.attributesOfItem(
            atPath: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path(
                percentEncoded: false))
        let built = program?[.modificationDate].flatMap { $0 as? Date }
        return check(now: now, built: built)
    }

    /// A clock that shows a time before the program was built is wrong.
    static func check(now: Date, built: Date?) -> Check {
        let finding = now.formatted(.iso8601)
        // One day of tolerance, for files that were unpacked in another time zone.
        guard let built, now < built - 86_400 else { return .ok("clock", finding) }
        return .problem(
            "clock", "\(finding), which is before this program was made",
            remedy: "Set the clock: 'timedatectl set-ntp true'.")
    }
}
