/// The environment variables that the program reads.
///
/// Settings read them by this table and the documentation lists it; a variable that looks like a setting and is not in
/// it causes a warning.
package enum Variable: String, CaseIterable, Sendable {
    case config = "HEADSHOT_CONFIG"
    case home = "HEADSHOT_HOME"
    case queue = "HEADSHOT_QUEUE"
    case queuePasswordFile = "HEADSHOT_QUEUE_PASSWORD_FILE"
    case store = "HEADSHOT_STORE"
    case storeKeyFile = "HEADSHOT_STORE_KEY_FILE"
    case apiKeyFile = "HEADSHOT_API_KEY_FILE"
    case openAIKeyFile = "HEADSHOT_OPENAI_API_KEY_FILE"
    case provider = "HEADSHOT_PROVIDER"
    case backdrop = "HEADSHOT_BACKDROP"
    case shrink = "HEADSHOT_SHRINK"
    case model = "HEADSHOT_MODEL"
    case openAIModel = "HEADSHOT_OPENAI_MODEL"
    case wordsModel = "HEADSHOT_WORDS_MODEL"
    case openAIWordsModel = "HEADSHOT_OPENAI_WORDS_MODEL"
    case dailyCap = "HEADSHOT_DAILY_CAP"
    case maxSpendPerDay = "HEADSHOT_MAX_SPEND_PER_DAY"
    case timeZone = "HEADSHOT_TIME_ZONE"
    case prompts = "HEADSHOT_PROMPTS"
    case models = "HEADSHOT_MODELS"
    case results = "HEADSHOT_RESULTS"
    case concurrency = "HEADSHOT_CONCURRENCY"
    case maxAttempts = "HEADSHOT_MAX_ATTEMPTS"
    case keepJobs = "HEADSHOT_KEEP_JOBS"
    case keepPhotos = "HEADSHOT_KEEP_PHOTOS"
    case keepHeadshots = "HEADSHOT_KEEP_HEADSHOTS"
    case requestTimeout = "HEADSHOT_REQUEST_TIMEOUT"
    case isolation = "HEADSHOT_ISOLATION"
    case maxJobs = "HEADSHOT_MAX_JOBS"
    case maxTime = "HEADSHOT_MAX_TIME"
    case logLevel = "HEADSHOT_LOG_LEVEL"
    case logFormat = "HEADSHOT_LOG_FORMAT"
    case wait = "HEADSHOT_WAIT"
    case listen = "HEADSHOT_LISTEN"
    case admin = "HEADSHOT_ADMIN"
    case hosts = "HEADSHOT_HOSTS"
    case behindProxy = "HEADSHOT_BEHIND_PROXY"
    case work = "HEADSHOT_WORK"
    case site = "HEADSHOT_SITE"
    case deskHeader = "HEADSHOT_DESK_HEADER"

    // Names that others chose.
    case baseURL = "GOOGLE_GEMINI_BASE_URL"
    case geminiKey = "GEMINI_API_KEY"
    case googleKey = "GOOGLE_API_KEY"
    case openAIBaseURL = "OPENAI_BASE_URL"
    case openAIKey = "OPENAI_API_KEY"
    case storeEndpoint = "AWS_ENDPOINT_URL"
    case storeRegion = "AWS_REGION"
    case usualStoreRegion = "AWS_DEFAULT_REGION"
    case storeAccessKey = "AWS_ACCESS_KEY_ID"
    case storeSecretKey = "AWS_SECRET_ACCESS_KEY"
    case storeSessionToken = "AWS_SESSION_TOKEN"
    case credentialsFolder = "CREDENTIALS_DIRECTORY"
    case dataHome = "XDG_DATA_HOME"
    case configHome = "XDG_CONFIG_HOME"
    case journalStream = "JOURNAL_STREAM"
    case notifySocket = "NOTIFY_SOCKET"
    case watchdogTime = "WATCHDOG_USEC"
    case watchdogProcess = "WATCHDOG_PID"
    case userHome = "HOME"
    case libraryPath = "LD_LIBRARY_PATH"
    case decoder = "HEADSHOT_DECODER"
    case noColour = "NO_COLOR"
    case terminal = "TERM"
    case machinesTimeZone = "TZ"
}

extension Variable {
    /// Whether a settings file can set it: the others belong to the process.
    package var isSetting: Bool {
        switch self {
        case .config, .credentialsFolder, .dataHome, .configHome, .journalStream, .notifySocket,
            .watchdogTime, .watchdogProcess, .userHome, .libraryPath, .decoder, .noColour,
            .terminal, .machinesTimeZone:
            false
        default: true
        }
    }

    /// All that a settings file can set.
    package static let settings = allCases.filter(\.isSetting)

    /// Whether its value is never shown.
    package var isSecret: Bool {
        switch self {
        case .geminiKey, .googleKey, .openAIKey, .storeAccessKey, .storeSecretKey,
            .storeSessionToken:
            true
        default: false
        }
    }
}

extension Environment {
    /// A sentence for each variable that looks like a setting of this program but is not one.
    package var unknownVariables: [String] {
        let settings = Variable.allCases.compactMap { Self.setting($0.rawValue) }
        return names.compactMap { name in
            guard let setting = Self.setting(name), !settings.contains(setting),
                !Self.debugging.contains(name)
            else { return nil }
            let nearest = NearestWord.of(setting, in: settings).map {
                " Did you mean \(Self.prefix)\($0)?"
            }
            return "\(name) is not a setting and has no effect.\(nearest ?? "")"
        }
    }

    /// The name after the prefix of this program's settings; `nil` for other variables.
    private static func setting(_ name: String) -> String? {
        name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
    }

    static let prefix = "HEADSHOT_"

    #if CRASH_POINTS
        /// Variables that only a build with crash points reads.
        private static let debugging: Set = ["HEADSHOT_CRASH_POINT"]
    #else
        private static let debugging: Set<String> = []
    #endif
}
