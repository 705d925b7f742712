import Foundation
public import Testing

/// What tests need.
enum Needs {
    /// Whether also what takes long is tried.
    static var isThorough: Bool {
        ProcessInfo.processInfo.environment["HEADSHOT_TESTS"] == "all"
    }

    /// Whether nothing may be missing.
    static var everything: Bool {
        ProcessInfo.processInfo.environment["HEADSHOT_TESTS_REQUIRE_ALL"] == "1"
    }
}

extension Trait where Self == ConditionTrait {
    /// Leaves a test out where the machine lacks what it needs, and says what that is.
    ///
    /// With `HEADSHOT_TESTS_REQUIRE_ALL=1` it runs all the same, and fails: a run that has installed everything has to
    /// hear of what is missing.
    public static func needs(
        _ what: Comment, where isThere: @escaping @Sendable () async throws -> Bool
    ) -> Self {
        .enabled(what) {
            if Needs.everything { return true }
            return try await isThere()
        }
    }

    /// Leaves a test out that takes long and proves little beside the others, unless `HEADSHOT_TESTS=all` asks for it.
    public static var thorough: Self {
        .enabled("a thorough run: 'make test-all'") { Needs.isThorough }
    }

    /// Leaves a test out where there is no PostgreSQL.
    public static var needsPostgres: Self {
        .needs("PostgreSQL (make setup-postgres)") { PostgresServer.isInstalled }
    }
}
