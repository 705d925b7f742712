import Ground
import Foundation
import JobQueue

/// Checks of the server that has the queue.
extension Check {
    static func server(_ found: ServerCondition, hostTime: Date) -> [Check] {
        [
            .ok("server", "PostgreSQL \(found.version) at \(found.name)"), standbys(found),
            rights(found.forbidden), transactions(found),
            payments(found), clock(hostTime.timeIntervalSince(found.time)),
        ]
    }

    private static func standbys(_ found: ServerCondition) -> Check {
        guard !found.hidesOthers else {
            return .warning(
                "standbys", "the queue's user may not see them",
                remedy: "Grant it pg_read_all_stats, as docs/several-machines.md does.")
        }
        guard found.asynchronousStandbys > 0, found.synchronousStandbys == 0 else {
            let count = found.synchronousStandbys
            return .ok("standbys", count == 0 ? "none" : "\(count) with every commit")
        }
        return .warning(
            "standbys",
            "they follow after the commit: if the server is lost, the last jobs are, too",
            remedy: "Set synchronous_standby_names.")
    }

    private static func rights(_ forbidden: [String]) -> Check {
        guard !forbidden.isEmpty else {
            return .ok("rights", "all tables and sequences can be written")
        }
        return .problem(
            "rights", "the queue's user may not write: \(forbidden.joined(separator: ", "))",
            remedy: "docs/several-machines.md has the grants.")
    }

    private static func transactions(_ found: ServerCondition) -> Check {
        let seconds = found.oldestTransaction
        guard seconds > longTransaction else {
            return .ok(
                "transactions",
                found.hidesOthers ? "none of the queue's user lasts long" : "none lasts long")
        }
        return .warning(
            "transactions", "one has been open for \(seconds / 60) minutes, and the tables grow",
            remedy: "pg_stat_activity shows whose it is.")
    }

    /// In seconds.
    private static let longTransaction = 600

    private static func payments(_ found: ServerCondition) -> Check {
        guard found.isReconciled else {
            return .warning(
                "payments", "the server was restored or replaced, and no worker claims a job yet",
                remedy: "Start a worker: it looks into the store first.")
        }
        guard found.unwrittenPayments > manyPayments else {
            return .ok("payments", "the store has them")
        }
        return .warning(
            "payments", "the store does not have the outcomes of \(found.unwrittenPayments)",
            remedy: "A worker that reaches the store writes them.")
    }

    /// More than workers leave for a moment.
    private static let manyPayments = 100

    private static func clock(_ offset: TimeInterval) -> Check {
        guard abs(offset) > mostOffset else {
            return .ok("clock of the server", "as this machine's")
        }
        return .warning(
            "clock of the server",
            "this machine's is \(Int(clamping: offset, rounding: .toNearestOrAwayFromZero)) s off the server's, which decides",
            remedy: "Let a time service set it.")
    }

    /// In seconds.
    private static let mostOffset: TimeInterval = 2
}
