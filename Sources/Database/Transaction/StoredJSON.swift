import Foundation
import Ground

/// Values that a column holds as JSON.
package enum StoredJSON {
    package static func text(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder.ordered.encode(value), as: UTF8.self)
    }

    package static func value<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
