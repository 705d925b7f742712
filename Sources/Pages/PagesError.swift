/// Why a page could not be made.
public enum PagesError: Error, Sendable, Equatable {
    /// One of the program's own templates is wrong; a test reads each of them.
    case badTemplate(name: String, detail: String)
}
