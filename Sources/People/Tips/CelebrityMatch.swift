import Ground

extension [Celebrity] {
    /// Who goes best with a shape of face and a theme; `nil` if the list has no one for them.
    ///
    /// Somebody of another shape or theme does not match, and a theme counts more than a shape: this is about style.
    ///
    /// - Parameter seed: Decides among those who go equally well; any number.
    public func match(shape: String?, theme: String?, seed: UInt64) -> Celebrity? {
        func fit(_ celebrity: Celebrity) -> Int? {
            if let wanted = celebrity.theme, wanted != theme { return nil }
            if let wanted = celebrity.shape, wanted != shape { return nil }
            return (celebrity.theme == nil ? 0 : 2) + (celebrity.shape == nil ? 0 : 1)
        }
        let best = compactMap(fit).max()
        let found = filter { fit($0) == best && best != nil }
        return found.chosen(by: seed)
    }
}
