/// The model and the price of one headshot that a submitter was shown.
///
/// A worker that chooses its model never chooses a more expensive one.
public struct Quote: Sendable, Equatable {
    /// The model that was expected.
    public let model: String
    /// Its usual price in millionths of a US dollar; `nil` if it was shown as unknown.
    public let price: Int?

    /// Creates a quote.
    public init(model: String, price: Int?) {
        self.model = model
        self.price = price
    }

    /// Whether a price exceeds the quote; an unknown price exceeds any known one.
    public func isExceeded(by price: Int?) -> Bool {
        guard let told = self.price else { return false }
        return price.map { $0 > told } ?? true
    }
}
