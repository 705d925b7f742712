/// A backdrop behind a person, row by row.
protocol BackdropRows {
    /// Makes a row ready, for ``colour(_:)``.
    mutating func move(to y: Int)
    /// The colour in a column of the row, 0 to 1.
    func colour(_ x: Int) -> SIMD4<Float>
}

extension RowEnlarger: BackdropRows {
    func colour(_ x: Int) -> SIMD4<Float> { self[x] }
}
