import Answers
import Ground
import HeadshotWorker
import JobQueue
import Setup
import Validation

/// Words for settings that are not sufficient.
extension UserMessage {
    init(setup error: SetupError) {
        switch error {
        case .noHome:
            self.init(
                .configuration, "no_home", "There is no folder for the queue.",
                "Set HEADSHOT_HOME, or use --home.")
        case .badSetting(let name, let value, let wanted):
            self.init(.configuration, "bad_setting", "\(name) is '\(value)'; it must be \(wanted).")
        case .unreadableSettings(let path):
            self.init(
                .configuration, "unreadable_settings", "The settings file cannot be read: \(path)")
        case .badSettings(let path, let line, let fault):
            self.init(
                .configuration, "bad_settings", "\(path), line \(line): \(fault.sentence)",
                "'headshot config --check' reads it again.")
        case .noKey:
            self.init(
                .configuration, "no_key", "No API key is set.",
                "Set GEMINI_API_KEY, or use --api-key-file; for openai, set OPENAI_API_KEY.")
        case .unreadableKeyFile(let path):
            self.init(
                .configuration, "unreadable_key_file", "The API key's file cannot be read: \(path)")
        case .badSecret(let what, let place, let fault):
            self.init(
                .configuration, "bad_secret", "\(what) \(fault.predicate): \(place)", fault.remedy)
        case .badQueue(.notAURL):
            self.init(
                .configuration, "bad_queue", "HEADSHOT_QUEUE names no PostgreSQL database.",
                "It is a URL like postgres://headshot@db1.example.com/headshot.")
        case .badQueue(.password):
            self.init(
                .configuration, "bad_queue",
                "HEADSHOT_QUEUE has a password, which others on this machine could read.",
                """
                Put it into a file, and name that with HEADSHOT_QUEUE_PASSWORD_FILE; or use \
                PGPASSFILE or a client certificate.
                """)
        case .badQueue(.port):
            self.init(
                .configuration, "bad_queue", "HEADSHOT_QUEUE has a port that no network has.",
                "Ports are 1 to 65535; PostgreSQL's is 5432.")
        case .badQueue(.weakTLS):
            self.init(
                .configuration, "bad_queue",
                "HEADSHOT_QUEUE leads to another machine, and that needs sslmode=verify-full.",
                "Leave sslmode out, and name the authority with sslrootcert=FILE.")
        case .unreadableQueuePassword(let path):
            self.init(
                .configuration, "unreadable_queue_password",
                "The file with the queue's password cannot be read: \(path)")
        case .noStoreRegion:
            self.init(
                .configuration, "no_store_region",
                "HEADSHOT_STORE names a store, and nothing says where it is.",
                "Set AWS_REGION for Amazon's, or AWS_ENDPOINT_URL for another.")
        case .noStoreKey:
            self.init(
                .configuration, "no_store_key",
                "HEADSHOT_STORE names a store, and no keys of it are set.",
                """
                Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name a file that has them with \
                HEADSHOT_STORE_KEY_FILE.
                """)
        case .filesElsewhere(let place, let note):
            self.init(
                .configuration, "files_elsewhere",
                "The files of this home are in \(place), and HEADSHOT_STORE says otherwise.",
                note.map { "Set HEADSHOT_STORE so, or move them and remove \($0)." }
                    ?? "Leave HEADSHOT_STORE out, or move them: docs/operations.md says how.")
        case .queueInHome(let path):
            self.init(
                .configuration, "queue_in_home",
                "HEADSHOT_QUEUE names a server, and this home has its own queue: \(path)",
                "Run 'headshot queue move', leave HEADSHOT_QUEUE out, or set another HEADSHOT_HOME."
            )
        case .unreadableStoreKey(let path):
            self.init(
                .configuration, "unreadable_store_key",
                "The file with the store's keys cannot be read: \(path)")
        case .badStoreKey(let path):
            self.init(
                .configuration, "bad_store_key",
                "This file does not have the keys of a store: \(path)",
                "It holds AWS_ACCESS_KEY_ID=… and AWS_SECRET_ACCESS_KEY=…, each once, on separate lines."
            )
        case .backdropOfModel:
            self.init(
                .usage, "backdrop_of_model",
                "Only headshots of the provider 'local' have a backdrop to choose; a model makes its own.",
                "Use --provider local, or leave --backdrop out, and --require-backdrop.")
        case .otherLimits(let differences):
            self.init(
                .configuration, "other_limits", differences.map(\.sentence).joined(separator: " "),
                """
                All processes of a queue keep the same limits. Leave the setting out, or change the limit of the \
                queue: 'headshot queue limits \(differences.map(\.option).joined(separator: " "))'.
                """)
        case .unpricedModel(let model):
            self.init(
                .configuration, "unpriced_model",
                "The price of \(model) is unknown, so no daily budget can be kept.",
                "Use another --model, or remove the budget: 'headshot queue limits --no-budget'.")
        case .modelOfOther(let model, let provider):
            self.init(
                .configuration, "model_of_other",
                "\(model) is a model of the provider '\(provider)'.",
                provider == ProviderKind.openai.rawValue
                    ? "Name it with HEADSHOT_OPENAI_MODEL, or with --model beside --provider openai."
                    : "Name it with HEADSHOT_MODEL, or with --model.")
        case .slowModel(let model, let offered):
            self.init(
                .configuration, "slow_model",
                """
                \(model) is not offered for headshots: its provider does not promise a picture within 60 seconds, and a \
                later one would be paid for and lost.
                """, "Name one of: \(offered.joined(separator: ", ")).")
        case .noServer:
            self.init(
                .usage, "no_server",
                "HEADSHOT_QUEUE names no server, so the queue is a file of the home.",
                "A file needs none of this; docs/several-machines.md says when to move.")
        case .noPrompts(let expected):
            self.init(
                .configuration, "no_prompts", "The prompts are not installed at \(expected).",
                "Use --prompts, or set HEADSHOT_PROMPTS.")
        }
    }
}

/// Words for why a photo's file could not be read.
extension UserMessage {
    init(photo error: Validation.ValidationError) {
        switch error {
        case .fileNotFound(let path):
            self.init(.photoRefused, "file_not_found", "There is no such file: \(path)")
        case .permissionDenied(let path):
            self.init(.photoRefused, "permission_denied", "This file may not be read: \(path)")
        case .fileUnreadable(let path, let errno):
            self.init(
                .disk, "file_unreadable",
                "This file cannot be read: \(path): \(SystemError.words(for: errno))")
        case .libraryUnavailable:
            self.init(
                .configuration, "library_unavailable", "libvips did not start.",
                "'headshot doctor' checks it.")
        case .libraryFailed(let stage, let detail), .memoryExhausted(let stage, let detail):
            self.init(
                .internalError, "library_failed", "libvips failed at \(stage.rawValue): \(detail)")
        }
    }
}

/// Words about missing API keys.
enum KeyWords {
    /// For commands that work without a key.
    static let missing = """
        No API key is set: jobs of the provider 'local' are done, and the others wait. Set GEMINI_API_KEY, or use \
        --api-key-file; for openai, set OPENAI_API_KEY.
        """

    /// For a command that has another provider's key.
    static func missing(of provider: ProviderKind) -> String {
        let key = provider == .openai ? "OPENAI_API_KEY" : "GEMINI_API_KEY, or use --api-key-file"
        return "Jobs of the provider '\(provider.rawValue)' wait for its key: set \(key)."
    }
}

extension SettingsFault {
    fileprivate var sentence: String {
        switch self {
        case .noValue: "There is no '='; a line is NAME=value."
        case .unknown(let name, let nearest):
            "'\(name)' is not a setting.\(nearest.map { " Did you mean \($0)?" } ?? "")"
        case .twice(let line): "Line \(line) set it before."
        case .quotes: "The value has quotation marks or backslashes in it; leave them out."
        case .badValue(let sentence): sentence
        }
    }
}

extension SecretText.Fault {
    /// What is wrong, after the name of the secret.
    var predicate: String {
        switch self {
        case .empty: "is empty"
        case .utf16: "is in a file in UTF-16 or with zero bytes"
        case .notText: "is in a file that is not text in UTF-8"
        case .quoted: "is in quotes"
        case .assignment: "is a whole assignment, NAME=VALUE"
        case .whiteSpace: "has white space in it"
        case .notPrintableASCII: "has characters that no key has"
        }
    }

    var remedy: String {
        switch self {
        case .empty: "Write the key there."
        case .utf16, .notText:
            "Save the file as UTF-8; in PowerShell: Set-Content -Encoding ascii -NoNewline."
        case .quoted:
            "Take the quotes off; 'docker --env-file' and systemd's credentials keep them."
        case .assignment: "Write the value alone, without its name and '='."
        case .whiteSpace: "Write the key alone, on one line."
        case .notPrintableASCII:
            "Copy the key again; it has only letters, digits and signs of ASCII."
        }
    }
}

extension LimitDifference {
    /// Both values, with the names by which one is set.
    var sentence: String {
        switch self {
        case .charges(let named, let kept):
            "--daily-cap or HEADSHOT_DAILY_CAP says \(named), but the queue's daily cap is \(kept)."
        case .spend(let named, let kept):
            """
            --max-spend-per-day or HEADSHOT_MAX_SPEND_PER_DAY says \(MoneyWords.dollars(named)), but the queue \
            \(kept.map { "spends at most \(MoneyWords.dollars($0)) a day" } ?? "has no budget").
            """
        case .timeZone(let named, let kept):
            """
            --time-zone or HEADSHOT_TIME_ZONE says \(named), but the queue's days begin in the time zone \(kept).
            """
        }
    }

    /// The option of `headshot queue limits` that would make the queue agree.
    var option: String {
        switch self {
        case .charges(let named, _): "--daily-cap \(named)"
        case .spend(let named, _): "--max-spend-per-day \(Double(named) / 1_000_000)"
        case .timeZone(let named, _): "--time-zone \(named)"
        }
    }
}
