/// Why a page could not be made.
public enum PagesError: Error, Sendable, Equatable {
    /// A template of the program's own is wrong; a test reads each of them.
    case badTemplate(name: String, detail: String)
}
