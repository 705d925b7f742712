import ArgumentParser
import Companion
import Foundation
import HeadshotWorker
import JobQueue
import Setup

extension CompletionKind {
    /// Completes the names of jobs, for the command that is being typed.
    static let jobs: CompletionKind = .custom { words, _, prefix in
        QueueCompletion(words)?.jobs(startingWith: prefix) ?? []
    }

    /// Completes persons with jobs.
    static let people: CompletionKind = .custom { words, _, prefix in
        QueueCompletion(words)?.people(startingWith: prefix) ?? []
    }
}

/// Completes words of a half-typed command line from the queue that it means.
struct QueueCompletion {
    private let folder: String
    private let command: String?

    /// - Parameter words: The words typed so far, as the shell has them, including quotation marks.
    init?(_ words: [String], _ environment: Environment? = nil) {
        let home = Self.value(of: "--home", in: words)
        let file = Self.value(of: "--config", in: words)
        let configuration = try? environment.map(Configuration.init) ?? Configuration(file: file)
        guard let home = try? configuration?.home(home) else { return nil }
        folder = home.root
        command = words.dropFirst().first { !$0.hasPrefix("-") }
    }

    func jobs(startingWith prefix: String) -> [String] {
        QueueGlance.jobs(in: folder, states: states, startingWith: prefix)
    }

    /// Bash expands completions from a list, so an id that is not a plain word is left out.
    func people(startingWith prefix: String) -> [String] {
        QueueGlance.people(in: folder, startingWith: prefix).filter { id in
            id.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
                    || "._-@+".contains(Character($0))
            }
        }
    }

    /// The states of jobs to which the command applies.
    private var states: [JobState] {
        switch command {
        case "cancel", "watch": [.waiting, .running]
        case "resolve": [.uncertain]
        case "result": [.succeeded]
        case "retry": JobState.ended
        default: []
        }
    }

    private static func value(of option: String, in words: [String]) -> String? {
        guard let index = words.lastIndex(where: { $0 == option || $0.hasPrefix("\(option)=") })
        else { return nil }
        // Bash splits `--home=folder` into three words, other shells keep one.
        var rest = words[index...].joined(separator: "\n").dropFirst(option.count)
        while rest.first == "\n" || rest.first == "=" { rest.removeFirst() }
        let word = rest.prefix { $0 != "\n" }.filter { !"\"'\\".contains($0) }
        return word.isEmpty ? nil : (word as NSString).expandingTildeInPath
    }
}
