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
                .configuration, "invalid_base_url", "This is not an address of a service: \(url)")
        case .insecureBaseURL(let url):
            self.init(
                .configuration, "insecure_base_url",
                "Plain http would show the key and the photo to others: \(url)",
                "Use https; http is for this machine only.")
        case .invalidTemperature(let value):
            self.init(
                .configuration, "invalid_temperature",
                "The temperature is \(value); it must be 0 to 2.")
        case .invalidTimeout:
            self.init(.configuration, "invalid_timeout", "The time for a request must be positive.")
        case .transportUnavailable:
            self.init(
                .configuration, "transport_unavailable", "libcurl did not start.",
                "'headshot doctor' checks it.")
        }
    }
}

/// Words for models that cannot be used.
extension UserMessage {
    init(models error: NetsError) {
        switch error {
        case .missing(let folder, let names):
            self.init(
                .configuration, "models_missing",
                "Models are missing in \(folder): \(names.joined(separator: ", ")).", Models.remedy)
        case .wrong(let path):
            self.init(
                .configuration, "wrong_model",
                "This file is not the model that belongs there: \(path)", Models.remedy)
        case .notOpened(let file):
            self.init(
                .tryLater, "model_not_opened", "The model \(file.name) could not be opened.",
                "Is memory short? Try again.")
        }
    }

    init(isolation error: IsolationError) {
        switch error {
        case .notShared(let errno):
            let detail = SystemError.words(for: errno)
            self.init(
                .tryLater, "models_not_shared",
                "The models cannot be handed to decoders: \(detail)",
                "Is memory short, are too many files open? '--models none' does without them.")
        case .notStarted, .closed, .late, .tooLong, .strange, .idle:
            self.init(.internalError, "internal", "Unexpected: \(error)")
        }
    }
}

extension Models {
    /// Warns of installed models that cannot be used; everything works as if they were not installed.
    func warned() -> Models {
        guard case .damaged(let error) = self else { return self }
        let message = UserMessage(error)
        note("\(message.sentence) \(Self.consequence)")
        if let hint = message.hint { note("  \(hint)") }
        return self
    }

    /// What a submitter reads if they are not installed.
    static let absence =
        "The models are not installed. \(consequence) 'headshot doctor' says how to get them."

    /// The consequence of having none.
    static let consequence =
        "No person is cut out: the background of a local headshot is only softened."

    /// How to install the models.
    static let remedy = """
        In the source folder of headshot, 'make setup-models' fetches them, and 'make install' installs them; \
        --models names another folder.
        """
}
