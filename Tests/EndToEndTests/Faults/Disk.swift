import Dispatch
import Foundation
import TestSupport
import Testing

/// What is on the disk of a sandbox, as opposed to what its processes see.
///
/// It has every state that the disk was in, so that a program has to run only once for all moments at which the power may go.
struct Disk: Sendable {
    let sandbox: Sandbox
    private let variables: [String: String]
    private var kept: String { "\(sandbox.folder).disk" }

    /// One file or one listing, as it was synced at a moment; or that something was written to standard output.
    private struct Version {
        let moment: UInt64
        let name: String
        let path: String
    }

    /// The disk between two syncs.
    struct State: Sendable {
        let moment: UInt64
        /// When the next sync ended.
        let end: UInt64
    }

    init(of sandbox: Sandbox, _ variables: [String: String] = [:]) throws {
        self.sandbox = sandbox
        self.variables = variables
        try FileManager.default.createDirectory(
            atPath: kept, withIntermediateDirectories: false)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: kept)
    }

    /// The machine's clock, by which syncs have their places among other events.
    static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    /// Runs a command whose syncs are noted.
    func run(
        _ arguments: [String], under fault: Fault?
    ) async throws -> (result: ProgramResult, isHit: Bool) {
        try await sandbox.run(
            arguments, under: fault, variables.merging(["FAULTS_DISK": kept]) { $1 })
    }

    /// Runs a command that has to succeed; also returns when it wrote its last line, or ended without one.
    func run(_ arguments: String...) async throws -> (result: ProgramResult, told: UInt64) {
        try await run(arguments)
    }

    /// Runs a command that has to succeed; also returns when it wrote its last line, or ended without one.
    func run(_ arguments: [String]) async throws -> (result: ProgramResult, told: UInt64) {
        let start = Self.now
        let (result, _) = try await run(arguments, under: nil)
        #expect(result.exit == .status(0), "\(result)")
        let told = try versions().last { $0.name == Self.told && $0.moment > start }
        return (result, told?.moment ?? Self.now)
    }

    /// The sandbox, with the syncs of its programs noted.
    func watched() async throws -> Sandbox {
        var watched = sandbox
        watched.variables["LD_PRELOAD"] = try await PreloadedLibrary.faults.path
        watched.variables["FAULTS_ROOT"] = sandbox.folder
        watched.variables["FAULTS_DISK"] = kept
        watched.variables.merge(variables) { $1 }
        return watched
    }

    /// The states since a moment.
    ///
    /// - Parameters:
    ///   - told: When something was reported.
    ///   - isThorough: Whether to return all states; otherwise those in which something was reported, and one before.
    func states(
        since start: UInt64, telling told: [UInt64], isThorough: Bool = Fault.isThorough
    ) throws -> [State] {
        let syncs = try versions().filter { $0.name != Self.told && $0.moment > start }
        let moments = [start] + syncs.map(\.moment)
        let states = zip(moments, moments.dropFirst() + [.max]).map(State.init)
        guard !isThorough else { return states }
        let telling = states.indices.filter { number in
            told.contains { states[number].moment <= $0 && $0 < states[number].end }
        }
        let before = telling.first.map { [$0 / 2] } ?? []
        return Set(before + telling).sorted().map { states[$0] }
    }

    /// Puts the home, and other files beside it, back to what was synced until a moment.
    func cutPower(at moment: UInt64 = .max, keeping names: Set<String> = []) throws {
        let names = names.union(["home"])
        for name in names {
            try? FileManager.default.removeItem(atPath: "\(sandbox.folder)/\(name)")
        }
        var files: [String: String] = [:]
        for version in try versions() where version.moment <= moment {
            files[version.name] = version.path
        }
        try restore("root", of: files, to: sandbox.folder) { names.contains($0) }
    }

    /// Makes what a listing names; what was never synced is empty.
    private func restore(
        _ listing: String, of files: [String: String], to folder: String,
        where isMeant: (String) -> Bool = { _ in true }
    ) throws {
        guard let listing = files[listing] else { return }
        for line in try String(contentsOfFile: listing, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
            guard parts.count == 3, isMeant(parts[2]) else { continue }
            let path = "\(folder)/\(parts[2])"
            if parts[1] == "d" {
                try FileManager.default.createDirectory(
                    atPath: path, withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o700])
                try restore(parts[0], of: files, to: path)
            } else {
                let bytes = try files[parts[0]].map { try Data(contentsOf: URL(filePath: $0)) }
                try (bytes ?? Data()).write(to: URL(filePath: path))
            }
        }
    }

    /// What `Tests/Faults/faults.c` has kept, the earliest first.
    private func versions() throws -> [Version] {
        try FileManager.default.contentsOfDirectory(atPath: kept).sorted().compactMap { file in
            let parts = file.split(separator: "-", maxSplits: 1)
            guard parts.count == 2, let moment = UInt64(parts[0]) else { return nil }
            return Version(moment: moment, name: String(parts[1]), path: "\(kept)/\(file)")
        }
    }

    private static let told = "told"
}
