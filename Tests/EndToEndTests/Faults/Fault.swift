import Foundation
import Glibc
import TestSupport

/// A system call that goes wrong: the how-manieth of its kind, counted over all threads of a process.
struct Fault: Sendable, CustomStringConvertible {
    enum Call: String, Sendable {
        case sync, write, send
    }

    let call: Call
    /// The error that the call fails with; nil kills the process before the call.
    let error: Int32?
    var times = 1
    /// Whether all later calls fail, too.
    var lasts = false

    /// The disk does not take what it was given.
    static let brokenSync = Fault(call: .sync, error: EIO)
    /// The disk is full.
    static let fullDisk = Fault(call: .write, error: ENOSPC)
    /// The process dies before it sends.
    static let deathBeforeSend = Fault(call: .send, error: nil)
    /// The process dies, and with it maybe the machine, before it syncs.
    static let deathBeforeSync = Fault(call: .sync, error: nil)

    var description: String {
        "\(call) \(times) \(error.map { unsafe String(cString: strerror($0)) } ?? "killed")"
    }

    func at(_ times: Int) -> Fault {
        var fault = self
        fault.times = times
        return fault
    }

    /// The same, and the disk stays as it is then.
    var lasting: Fault {
        var fault = self
        fault.lasts = true
        return fault
    }

    /// What `Tests/Faults/faults.c` reads.
    func variables(report: String) -> [String: String] {
        var variables = [
            "FAULTS_CALL": call.rawValue, "FAULTS_TIMES": "\(times)",
            "FAULTS_ERROR": "\(error ?? 0)", "FAULTS_REPORT": report,
        ]
        if lasts { variables["FAULTS_LASTS"] = "1" }
        return variables
    }

    /// Tries a fault at the first call, the second, and so on, until there is none to be hit.
    ///
    /// - Parameters:
    ///   - isThorough: Whether no call is passed over; else more and more are.
    ///   - attempt: Gives whether the call was reached.
    func untilNoneIsHit(
        isThorough: Bool = Self.isThorough,
        _ attempt: @escaping @Sendable (Fault) async throws -> Bool
    ) async throws {
        var next = 1
        var isHit = true
        while isHit {
            isHit = try await withThrowingTaskGroup(of: Bool.self) { group in
                // As many at once as keep the processors busy.
                for _ in 0..<Self.width {
                    let fault = at(next)
                    group.addTask { try await attempt(fault) }
                    next += isThorough ? 1 : max(1, next / 2)
                }
                return try await group.allSatisfy(\.self)
            }
        }
    }

    /// Whether no call is to be passed over, which takes minutes.
    static let isThorough = ProcessInfo.processInfo.environment["HEADSHOT_FAULTS"] == "all"

    private static let width = 3
}

extension Sandbox {
    /// Runs a command under faults, and says whether the call that is to be hit was reached.
    func run(
        _ arguments: [String], under fault: Fault? = nil, _ more: [String: String] = [:]
    ) async throws -> (result: ProgramResult, isHit: Bool) {
        let report = "\(folder).hit"
        defer { try? FileManager.default.removeItem(atPath: report) }
        var faulty = self
        faulty.variables["LD_PRELOAD"] = try await PreloadedLibrary.faults.path
        faulty.variables["FAULTS_ROOT"] = folder
        faulty.variables.merge(fault?.variables(report: report) ?? [:]) { $1 }
        faulty.variables.merge(more) { $1 }
        let result = try await Program.built("headshot")
            .run(arguments, environment: faulty.variables, folder: folder)
        return (result, FileManager.default.fileExists(atPath: report))
    }

    /// Writes a small photo, and gives the command that hands it in; run again, it finds its first job.
    func submission() throws -> [String] {
        let photo = "photo.jpg"
        try PhotoFixture.landscape(width: 256)
            .write(to: URL(filePath: "\(folder)/\(photo)"))
        return ["submit", "--json", "--force", "--person", "anna", "--key", photo, photo]
    }
}

extension ProgramResult {
    /// The ids that a submit printed.
    var printedIDs: [String] {
        output.matches(of: /"id" : "([^"]*)"/).map { String($0.1) }
    }
}
