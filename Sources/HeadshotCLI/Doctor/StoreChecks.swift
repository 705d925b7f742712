import ObjectStore
import Setup

/// Checks whether the store of the files answers, keeps its promises, and keeps what it is given.
struct StoreChecks {
    let store: S3Store
    let opened: OpenHome
    let environment: Environment

    func run() async -> [Check] {
        do {
            try await opened.home.proveStore(environment)
        } catch {
            return [.problem("store", error)]
        }
        return [.ok("store", "\(store.place.name); of many that create one object, one wins")]
            + [await expiry, await versions]
    }

    private var expiry: Check {
        get async {
            do {
                return Self.judge(try await store.rules(), beneath: store.place.prefix)
            } catch {
                return .warning(
                    "store's rules", UserMessage(error).sentence,
                    remedy:
                        "See by yourself that no rule of the bucket expires or archives objects.")
            }
        }
    }

    /// Judges a bucket's rules; `nil` if they may not be read.
    static func judge(_ rules: BucketRules?, beneath place: String) -> Check {
        guard let rules else {
            return .warning(
                "store's rules", "the keys may not read the bucket's lifecycle",
                remedy: """
                    Allow them s3:GetLifecycleConfiguration, or see by yourself that no rule expires or \
                    archives \(kept.joined(separator: ", ")).
                    """)
        }
        func hit(by beginnings: [String]) -> String {
            kept.filter { name in
                beginnings.contains {
                    "\(place)\(name)".hasPrefix($0) || $0.hasPrefix("\(place)\(name)")
                }
            }.joined(separator: ", ")
        }
        let expired = hit(by: rules.expiring)
        guard expired.isEmpty else {
            return .warning(
                "store's rules", "a rule of the bucket removes objects by their age: \(expired)",
                remedy:
                    "End that rule: jobs would lose their photos, and paid answers would be lost.")
        }
        let archived = hit(by: rules.archiving)
        guard archived.isEmpty else {
            return .warning(
                "store's rules", "a rule of the bucket archives objects by their age: \(archived)",
                remedy: "End that rule: what is archived cannot be read when a job needs it.")
        }
        return .ok("store's rules", "none expires or archives photos, answers or payments")
    }

    /// What must stay until headshot removes it.
    private static let kept = ["photos/", "spool/", "payments/"]

    private var versions: Check {
        get async {
            guard (try? await store.keepsVersions()) == true else {
                return .ok("store's versions", "none are known to be kept")
            }
            return .warning(
                "store's versions",
                "the bucket keeps what is removed, so 'forget' and 'prune' do not end it",
                remedy: "Have a rule of the bucket remove versions that are not current.")
        }
    }
}
