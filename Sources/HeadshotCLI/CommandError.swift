/// Why a command could not begin, or could not do what was asked.
enum CommandError: Error, Equatable {
    /// Neither a home nor a home folder is set.
    case noHome
    /// A setting makes no sense.
    case badSetting(name: String, value: String, wanted: String)
    /// No API key was given.
    case noKey
    /// The file with the API key cannot be read.
    case unreadableKeyFile(path: String)
    /// The installed prompts are not where they should be.
    case noPrompts(expected: String)
    /// There is no job of that name.
    case noSuchJob(String)
}
