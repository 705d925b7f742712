/// What strangers may call a photo, a person or themselves, and must stay a name in every output.
///
/// A mark after a character joins it to one `Character`; readers of a file see the character alone.
public enum StrangeNames {
    /// All of them.
    public static let all = [
        // Markup.
        "\"\u{301} onload=alert(1) y=", "\"\u{301} onfocus=alert(1) autofocus x=\"",
        "'\u{301} onfocus=alert(1) x='", "\u{D4E}<meta http-equiv=refresh content=0;url=x>",
        "<\u{338}img src=x onerror=alert(1)>", ">\u{301}<b>bold", "&\u{301}lt;script&gt;",
        "<script>alert(1)</script>", "</title></h2><h1>forged", "--><!-- ]]>", "{{7*7}}{{{title}}}",
        "&#60;script&#62;", "%22%3E%3Cscript%3E",
        // Cells.
        "=1+1", "=\u{338}1+1", "+1", "+\u{301}1", "-2", "-\u{301}rf", "@SUM(A1)",
        "@\u{301}SUM(A1)", "\u{301}=1+1", " =1+1", "\u{A0}=1+1", "\u{FF1D}1+1", "a;=1+1",
        "x\"\u{301},=1+1,", "\u{D4E}\",=1+1,", "a\";\u{301}=1+1", "a,\"b\"\"c\"",
        // Lines and terminals.
        "a\nforged,line", "a\r\nb", "a\r\u{301}b", "a\u{2028}b", "a\u{85}b", "\t=1+1", "a\u{1B}[2J",
        "a\u{0}b", "\u{7F}",
        // What cannot be seen, and what turns the text around.
        "\u{202E}gnp.exe", "\u{2066}a\u{2069}b", "a\u{200D}b", "a\u{200B}=1", "\u{FEFF}b",
        "\u{E000}private", "\u{FFFD}", "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}",
        "\u{1F1E9}\u{1F1EA}\u{301}",
        // Files.
        "x/\u{301}y", "/\u{301}etc", "../../up", ".\u{301}hidden", "\\\u{301}x", "con", ". ",
        String(repeating: "e\u{301}", count: 55), "`id`$(id)",
    ]

    /// Those that a file of Linux can have.
    public static let ofFiles = all.filter { name in
        !name.unicodeScalars.contains { $0 == "/" || $0 == "\0" }
    }
}
