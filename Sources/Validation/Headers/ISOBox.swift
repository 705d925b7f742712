import FoundationEssentials

/// One box of a container of the ISO base media file format.
///
/// Layout: ISO/IEC 14496-12, section 4.2.
struct ISOBox {
    /// Four characters.
    let type: String
    let content: ByteView
}

extension ByteView {
    /// The consecutive boxes from `offset` on, without those nested in them.
    ///
    /// Ends before a box that reaches beyond these bytes.
    func boxes(from offset: Int = 0) -> ISOBoxes {
        ISOBoxes(in: self, from: offset)
    }

    /// The version and the flags at the start of some boxes' content, and what follows them.
    var versioned: (version: Int, flags: Int, content: ByteView)? {
        guard let version = number(at: 0, width: 1), let flags = number(at: 1, width: 3),
            let content = rest(from: 4)
        else { return nil }
        return (version, flags, content)
    }
}

/// Boxes, read one after another.
struct ISOBoxes: Sequence, IteratorProtocol {
    private let bytes: ByteView
    /// The start of the next box.
    private var position: Int

    init(in bytes: ByteView, from offset: Int) {
        self.bytes = bytes
        position = offset
    }

    mutating func next() -> ISOBox? {
        guard let size = bytes.number(at: position, width: 4),
            let type = bytes.name(at: position + 4)
        else { return nil }
        let (headerCount, whole): (Int, Int?) =
            switch size {
            // Reaches to the end of the file.
            case 0: (8, bytes.count - position)
            case 1: (16, bytes.number(at: position + 8, width: 8))
            default: (8, size)
            }
        guard let whole, whole >= headerCount, whole <= bytes.count - position,
            let content = bytes.slice(at: position + headerCount, count: whole - headerCount)
        else { return nil }
        position += whole
        return ISOBox(type: type, content: content)
    }
}
