/// Why a scenario cannot be used; `place` is the location in it, such as `rules[2].when`.
enum ScenarioError: Error, Sendable, Equatable, CustomStringConvertible {
    case unreadable(path: String)
    case notJSON
    case notAnObject(_ place: String)
    case unknownKey(String, of: String)
    case unknownAnswer(String, of: String)
    case unknownModel(String, of: String)
    case wrongValue(key: String, of: String)

    var description: String {
        switch self {
        case .unreadable(let path):
            "The scenario \(path) cannot be read."
        case .notJSON:
            "The scenario is not JSON."
        case .notAnObject(let place):
            "\(place) is not an object."
        case .unknownKey(let key, let place):
            "\(place) has an unknown key \"\(key)\"."
        case .unknownAnswer(let name, let place):
            """
            \(place) has an unknown answer "\(name)". \
            Known: \(Answer.allCases.map(\.rawValue).joined(separator: ", ")).
            """
        case .unknownModel(let name, let place):
            """
            \(place) has an unknown model "\(name)". \
            Known: \(EmulatedModel.all.map(\.name).joined(separator: ", ")).
            """
        case .wrongValue(let key, let place):
            "\(place): \"\(key)\" is missing or has a value of the wrong kind."
        }
    }
}
