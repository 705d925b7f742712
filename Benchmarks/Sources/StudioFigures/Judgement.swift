import Foundation
import Ground
import Studio
import Imaging
import Validation

/// What becomes of the photos in a folder.
enum Judgement {
    static func print(of folder: String, writingTo out: String?, _ setup: Setup) async throws {
        var subjects: [(name: String, subject: Subject, cutOut: CutOut)] = []
        var refusals: [String: Int] = [:]
        for path in try photos(in: folder) {
            let photo = try Data(contentsOf: URL(filePath: "\(folder)/\(path)"))
            guard let subject = try await Subject(photo, setup) else {
                Swift.print("\(path): no face")
                continue
            }
            let cutOut = CutOut(
                of: subject.studioCrop(), faces: subject.faces, yaw: subject.yaw, nets: setup.nets)
            Swift.print(
                "\(path): \(words(for: cutOut)) yaw \(subject.yaw.map { "\(Int($0.rounded()))" } ?? "unknown")"
            )
            if let out { try await write(cutOut, subject, path, to: out) }
            if let refusal = cutOut.refusal {
                refusals[refusal.rawValue, default: 0] += 1
            } else {
                subjects.append((path, subject, cutOut))
            }
        }
        let refused = refusals.values.reduce(0, +)
        Swift.print("\n\(subjects.count) of \(subjects.count + refused) pass")
        for (reason, count) in refusals.sorted(by: { $0.key < $1.key }) {
            Swift.print("refused, \(reason): \(count)")
        }
        try await printStability(of: subjects.map { ($0.subject, $0.cutOut) }, setup)
    }

    private static func words(for cutOut: CutOut) -> String {
        let figures = cutOut.figures
        return String(
            format:
                "%@ face %.3f agreement %.3f band %.3f doubt %.3f lost %.3f bottom %.2f background %.2f",
            cutOut.refusal?.rawValue ?? "passes", figures.face, figures.agreement, figures.band,
            figures.doubt,
            figures.lost, figures.bottom, figures.background)
    }

    private static func photos(in folder: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
            ["jpg", "jpeg", "png", "webp", "heic"].contains(
                ($0 as NSString).pathExtension.lowercased())
        }.sorted()
    }

    /// Writes what was seen and what was made; a refused headshot is made, too, and its name says so.
    private static func write(
        _ cutOut: CutOut, _ subject: Subject, _ path: String, to folder: String
    ) async throws {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let name = (path as NSString).deletingPathExtension.replacingOccurrences(of: "/", with: "-")
        let verdict = cutOut.refusal?.rawValue ?? "passes"
        for (kind, rgb) in [
            ("photo", subject.crop.rgb), ("studio", cutOut.picture(on: .studio)),
            ("blur", cutOut.picture(on: .blur)),
        ] {
            try await subject.crop.jpeg(of: rgb)
                .write(to: URL(filePath: "\(folder)/\(name).\(verdict).\(kind).jpg"))
        }
    }

    private static func printStability(
        of subjects: [(Subject, CutOut)], _ setup: Setup
    ) async throws {
        guard !subjects.isEmpty else { return }
        Swift.print("\ndisturbed       overlap: median  least   still pass")
        for disturbance in Disturbance.all {
            var overlaps: [Double] = []
            var passes = 0
            for (subject, cutOut) in subjects {
                let disturbed = CutOut(
                    of: try await disturbance.crop(of: subject), faces: 1, yaw: subject.yaw,
                    nets: setup.nets)
                overlaps.append(
                    disturbance.overlap(cutOut.shares, disturbed.shares, width: subject.crop.width))
                if disturbed.refusal == nil { passes += 1 }
            }
            overlaps.sort()
            Swift.print(
                String(
                    format: "%@          %.3f  %.3f  %6d of %d",
                    disturbance.name.padding(toLength: 14, withPad: " ", startingAt: 0),
                    overlaps[overlaps.count / 2], overlaps[0], passes, subjects.count))
        }
    }
}
