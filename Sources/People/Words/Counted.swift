extension String {
    /// The text with a number, and with the word for one or for several: `{days} {day|days}`.
    ///
    /// - Parameter name: The placeholder of the number.
    public func counting(_ count: Int, as name: String) -> String {
        replacing("{\(name)}", with: String(count)).replacing(/\{([^{}|]*)\|([^{}|]*)\}/) {
            String(count == 1 ? $0.output.1 : $0.output.2)
        }
    }
}
