/// Why settings are not enough to begin with.
package enum SetupError: Error, Equatable {
    /// Neither a home nor a home folder is set.
    case noHome
    /// A setting makes no sense.
    case badSetting(name: String, value: String, wanted: String)
    /// No API key was given.
    case noKey
    /// The file with the API key cannot be read.
    case unreadableKeyFile(path: String)
    /// A backdrop is wanted of headshots that a model makes.
    case backdropOfModel
    /// A budget is set, and nobody knows what a picture of the model costs.
    case unpricedModel(String)
    /// The installed prompts are not where they should be.
    case noPrompts(expected: String)
}
