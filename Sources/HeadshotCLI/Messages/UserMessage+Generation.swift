import Answers
import Foundation
import Generation
import Ground
import Isolation
import Nets
import Setup

/// Words for invalid settings of the provider.
extension UserMessage {
    init(generation error: GenerationError) {
        switch error {
        case .invalidBaseURL(let url):
            self.init(
                "invalid_base_url", "This is not an address of a service: \(url)", .configuration)
        case .insecureBaseURL(let url):
            self.init(
                "insecure_base_url",
                "Plain http would show the key and the photo to others: \(url)",
                hint: "Use https; http is for this machine only.", .configuration)
        case .invalidTemperature(let value):
            self.init(
                "invalid_temperature", "The temperature is \(value); it must be 0 to 2.",
                .configuration)
        case .invalidTimeout:
            self.init("invalid_timeout", "The time for a request must be positive.", .configuration)
        case .transportUnavailable:
            self.init(
                "transport_unavailable",
                "libcurl did not start.", hint: "'headshot doctor' checks it.", .configuration)
        }
    }
}

/// Words for models that cannot be used.
extension UserMessage {
    init(models error: NetsError) {
        switch error {
        case .missing(let folder, let names):
            self.init(
                "models_missing",
                "Models are missing in \(folder): \(names.joined(separator: ", ")).",
                hint: Models.remedy, .configuration)
        case .wrong(let path):
            self.init(
                "wrong_model", "This file is not the model that belongs there: \(path)",
                hint: Models.remedy, .configuration)
        case .notOpened(let file):
            self.init(
                "model_not_opened", "The model \(file.name) could not be opened.",
                hint: "Is memory short? Try again.", .tryLater)
        }
    }

    init(isolation error: IsolationError) {
        switch error {
        case .notShared(let errno):
            let detail = SystemError.words(for: errno)
            self.init(
                "models_not_shared", "The models cannot be handed to decoders: \(detail)",
                hint:
                    "Is memory short, are too many files open? '--models none' does without them.",
                .tryLater)
        case .notStarted, .closed, .late, .tooLong, .strange, .idle:
            self.init("internal", "Unexpected: \(error)", .internalError)
        }
    }
}

extension Models {
    /// Warns of installed models that cannot be used; everything works as if they were not installed.
    func warned() -> Models {
        guard case .damaged(let error) = self else { return self }
        let message = UserMessage(error)
        note("\(message.sentence) \(ModelWords.consequence)")
        if let hint = message.hint { note("  \(hint)") }
        return self
    }

    /// How to install the models.
    static let remedy = """
        In the source folder of headshot, 'make setup-models' fetches them, and 'make install' installs them; \
        --models names another folder.
        """
}
