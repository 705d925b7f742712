/// What a submitter was told that one headshot costs.
///
/// A worker that chose its model by itself never asks one that costs more.
public struct Quote: Sendable, Equatable {
    /// The model that was expected.
    public let model: String
    /// Its usual price in millionths of a US dollar; `nil` if that was said to be unknown.
    public let price: Int?

    /// Creates a quote.
    public init(model: String, price: Int?) {
        self.model = model
        self.price = price
    }

    /// Whether a price is more than was told; an unknown price is more than any known one.
    public func isExceeded(by price: Int?) -> Bool {
        guard let told = self.price else { return false }
        return price.map { $0 > told } ?? true
    }
}
