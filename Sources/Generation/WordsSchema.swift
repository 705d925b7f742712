/// The JSON that a model must write: the source of the schema that is sent, and the check of the answer.
public indirect enum WordsSchema: Sendable, Equatable {
    /// A text of at least one character and at most this many, counted in Unicode scalars as JSON Schema does.
    case text(most: Int)
    /// One of these texts.
    case choice([String])
    /// A whole number within these bounds.
    case number(ClosedRange<Int>)
    /// True or false.
    case flag
    /// A list with this number of elements.
    case list(of: WordsSchema, count: ClosedRange<Int>)
    /// An object with these fields and no others, written in this order.
    case object([Field])

    /// A field of an object.
    public struct Field: Sendable, Equatable {
        /// The field's name.
        public var name: String
        /// The field's content.
        public var schema: WordsSchema
        /// Whether it must be present; an optional field may also be null.
        public var isRequired: Bool

        /// Creates a field.
        public init(_ name: String, _ schema: WordsSchema, isRequired: Bool = true) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }
}

extension WordsSchema {
    /// What does not fit, and where, such as `tips[2].title is longer than 60 characters`; nil if everything fits.
    ///
    /// Quotes nothing that a model wrote: the sentence goes into logs.
    func misfit(in value: JSONValue, at place: String = "") -> String? {
        func wrong(_ what: String) -> String { "\(place.isEmpty ? "the whole" : place) \(what)" }
        switch self {
        case .text(let most):
            guard let text = value.string else { return wrong("is not text") }
            if text.isEmpty { return wrong("is empty") }
            let isLong = text.unicodeScalars.count > most
            return isLong ? wrong("is longer than \(most) characters") : nil
        case .choice(let choices):
            guard let text = value.string else { return wrong("is not text") }
            return choices.contains(text) ? nil : wrong("is not one of the choices")
        case .number(let bounds):
            guard let number = value.wholeNumber else { return wrong("is not a whole number") }
            let isWithin = bounds.contains(number)
            return isWithin
                ? nil : wrong("is outside of \(bounds.lowerBound) to \(bounds.upperBound)")
        case .flag:
            return value.bool == nil ? wrong("is neither true nor false") : nil
        case .list(let element, let count):
            guard case .array(let elements) = value else { return wrong("is not a list") }
            guard count.contains(elements.count) else {
                let bounds = "\(count.lowerBound) to \(count.upperBound)"
                return wrong("has \(elements.count) elements, not \(bounds)")
            }
            return elements.enumerated().lazy.compactMap { index, value in
                element.misfit(in: value, at: "\(place)[\(index)]")
            }.first
        case .object(let fields):
            guard case .object(let members) = value else { return wrong("is not an object") }
            guard Set(members.keys).isSubset(of: fields.map(\.name)) else {
                return wrong("has a field that was not asked for")
            }
            return fields.lazy.compactMap { field in
                field.misfit(in: members, at: place.isEmpty ? field.name : "\(place).\(field.name)")
            }.first
        }
    }
}

extension WordsSchema.Field {
    fileprivate func misfit(in members: [String: JSONValue], at place: String) -> String? {
        switch members[name] {
        case nil, .null?: isRequired ? "\(place) is missing" : nil
        case let value?: schema.misfit(in: value, at: place)
        }
    }
}
