package import Ground
package import JobQueue

/// Why the settings are not sufficient.
package enum SetupError: Error, Equatable {
    /// Neither a home nor a home folder is set.
    case noHome
    /// A setting is invalid.
    case badSetting(name: String, value: String, wanted: String)
    /// The file with the settings cannot be read.
    case unreadableSettings(path: String)
    /// A line of the settings file cannot be used.
    case badSettings(path: String, line: Int, SettingsFault)
    /// No API key was given.
    case noKey
    /// The file with the API key cannot be read.
    case unreadableKeyFile(path: String)
    /// What a variable or a file has in place of a secret; `what` names the secret in a sentence.
    case badSecret(what: String, place: String, SecretText.Fault)
    /// The URL of the queue's server cannot be used.
    case badQueue(PostgresPlace.Problem)
    /// The settings name no server that has the queue.
    case noServer
    /// The file with the password of the queue's server cannot be read.
    case unreadableQueuePassword(path: String)
    /// A store keeps the files, and neither its address nor its region is known.
    case noStoreRegion
    /// A store keeps the files, and no keys of it were given.
    case noStoreKey
    /// The files of the home are in another place than HEADSHOT_STORE says; a note in the home shows it, unless they are in
    /// its folders.
    case filesElsewhere(String, note: String?)
    /// The queue is to be on a server, and the home has one in this file.
    case queueInHome(path: String)
    /// The file with the keys of the store cannot be read.
    case unreadableStoreKey(path: String)
    /// The file does not have exactly one pair of keys of the store.
    case badStoreKey(path: String)
    /// A backdrop is ordered for headshots that a model makes.
    case backdropOfModel
    /// Options or settings name other limits than the queue keeps.
    case otherLimits([LimitDifference])
    /// A budget is set, and the price of the model is unknown.
    case unpricedModel(String)
    /// The model is another provider's.
    case modelOfOther(String, provider: String)
    /// The model cannot be named for pictures, because it is not known to answer in time.
    case slowModel(String, offered: [String])
    /// The installed prompts are not in the expected folder.
    case noPrompts(expected: String)
}
