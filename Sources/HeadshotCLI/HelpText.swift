/// The end of every command's help.
enum HelpText {
    /// Examples and exit codes of one command.
    static func ending(_ examples: [String], _ codes: [ExitStatus]) -> String {
        let lines = examples.map { "  $ \($0)" }.joined(separator: "\n")
        return "EXAMPLES:\n\(lines)\n\n\(exitCodes(codes))"
    }

    /// Exit codes, one a line.
    static func exitCodes(_ codes: [ExitStatus]) -> String {
        let lines = codes.map { status in
            let number = String(status.rawValue)
            return "  \(number)\(String(repeating: " ", count: 5 - number.count))\(status.meaning)"
        }
        return "EXIT CODES:\n\(lines.joined(separator: "\n"))"
    }
}
