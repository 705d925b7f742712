package import JobQueue
package import People

extension Session {
    /// The texts of a space: its own, else those of its preset; parts that are missing there come from other presets.
    package func words(of space: SpaceRecord) async throws -> Words {
        try Words.told(
            own: await store.words(of: space.space), preset: space.settings.preset)
    }
}

extension Words {
    /// The texts of a space.
    ///
    /// - Parameter own: As stored; `nil` if it has none.
    package static func told(own: String?, preset: SpacePreset) throws -> Words {
        guard let own else { return ofPreset(preset).completed }
        return try Words(json: own).completed
    }

    /// The words of a preset.
    package static func ofPreset(_ preset: SpacePreset) -> Words {
        Preset(rawValue: preset.rawValue).map(Words.preset) ?? .preset(.headshots)
    }
}
