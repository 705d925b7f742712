extension String {
    /// The text with a number in the place of its name, and each choice such as `{day|days}` made by it.
    public func counting(_ number: Int, as name: String) -> String {
        replacing("{\(name)}", with: String(number))
            .replacing(/\{([^{}|]*)\|([^{}|]*)\}/) { number == 1 ? $0.1 : $0.2 }
    }
}
