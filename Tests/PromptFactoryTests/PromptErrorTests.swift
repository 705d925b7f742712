import Foundation
import PromptFactory
import Testing

struct PromptErrorTests {
    /// One file of a valid folder made wrong, and what must be said about it.
    struct Defect: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let file: String
        let contents: Data?
        let error: @Sendable (_ path: String) -> PromptError

        init(
            _ description: String, in file: String, _ contents: Data?,
            error: @escaping @Sendable (_ path: String) -> PromptError
        ) {
            testDescription = description
            self.file = file
            self.contents = contents
            self.error = error
        }

        init(
            _ description: String, in file: String, _ text: String,
            error: @escaping @Sendable (_ path: String) -> PromptError
        ) {
            self.init(description, in: file, Data(text.utf8), error: error)
        }
    }

    static let missingFiles: [Defect] = [
        "headshot.txt", "angles/front.txt", "angles/left.txt", "angles/right.txt",
        "backgrounds/professional.txt", "backgrounds/casual.txt",
    ].map { file in
        Defect("\(file) is missing", in: file, nil) { .missingFile(file: $0) }
    }

    static let wrongFiles: [Defect] = [
        Defect("an empty file", in: "headshot.txt", "") { .emptyFile(file: $0) },
        Defect("only blank lines", in: "angles/left.txt", " \n\t\r\n\n") { .emptyFile(file: $0) },
        Defect(
            "Latin-1 text", in: "backgrounds/casual.txt",
            Data("A street.\nA caf".utf8) + [0xE9] + Data(".\n".utf8)
        ) { .notUTF8(file: $0, line: 2) },
        Defect("UTF-16 text", in: "angles/front.txt", Data([0xFF, 0xFE, 0x41, 0x00])) {
            .notUTF8(file: $0, line: 1)
        },
    ]

    static let wrongPlaceholders: [Defect] = [
        Defect("an unknown name", in: "headshot.txt", "{{angle}}\n\n{{backdrop}}") {
            .unknownPlaceholder(name: "backdrop", file: $0, line: 3)
        },
        Defect("a placeholder in a part", in: "angles/right.txt", "One.\n{{background}}") {
            .unknownPlaceholder(name: "background", file: $0, line: 2)
        },
        Defect("no background", in: "headshot.txt", "Words.\n{{angle}}") {
            .missingPlaceholder(name: "background", file: $0)
        },
        Defect("no placeholder", in: "headshot.txt", "Words.") {
            .missingPlaceholder(name: "angle", file: $0)
        },
    ]

    static let malformedPlaceholders: [Defect] = [
        "{angle}", "{{angle", "{{angle}", "angle}}", "{{ angle }}", "{{}}", "{{Angle}}",
        "{{{angle}}}", "{{angle-left}}", "}", "{{ang\nle}}",
    ].map { text in
        Defect(text, in: "headshot.txt", "\nOne.\n\(text)\n{{angle}} {{background}}") {
            .malformedPlaceholder(file: $0, line: 3)
        }
    }

    @Test(arguments: missingFiles + wrongFiles + wrongPlaceholders + malformedPlaceholders)
    func `a folder with a defect is refused with its file and line`(defect: Defect) async throws {
        try await withPromptFolder(replacing: [defect.file: defect.contents]) { folder in
            #expect(throws: defect.error("\(folder)/\(defect.file)")) {
                try PromptComposer(folder: folder)
            }
        }
    }

    @Test func `a file that cannot be read is told apart from a missing one`() async throws {
        try await withPromptFolder(replacing: ["headshot.txt": nil]) { folder in
            try FileManager.default.createDirectory(
                atPath: "\(folder)/headshot.txt", withIntermediateDirectories: false)
            let error = try #require(throws: PromptError.self) {
                try PromptComposer(folder: folder)
            }
            guard case .unreadableFile(file: "\(folder)/headshot.txt", reason: _) = error else {
                Issue.record("the error is \(error)")
                return
            }
        }
    }

    @Test func `an error reads as a compiler's does`() {
        let error = PromptError.unknownPlaceholder(name: "light", file: "p/headshot.txt", line: 7)
        #expect(
            error.description == "p/headshot.txt:7: nothing fills the placeholder {{light}} here")
    }
}
