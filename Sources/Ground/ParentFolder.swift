extension String {
    /// The folder in which the last name of this path lies; `.` for a name alone.
    ///
    /// `NSString.deletingLastPathComponent` traps on a name of one character.
    public var parentFolder: String {
        var path = unicodeScalars[...]
        while path.last == "/" { path.removeLast() }
        guard let slash = path.lastIndex(of: "/") else {
            return path.isEmpty && hasPrefix("/") ? "/" : "."
        }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
