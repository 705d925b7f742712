package import FaceFacts
package import Ground

/// The marks on a photo as a separate picture, to be laid over it: it shows nothing of the photo itself.
package enum PhotoMarksPicture {
    /// The picture as SVG, in the shape of the photo.
    ///
    /// - Parameter findings: Those that are numbered, in their order.
    package static func svg(of analysis: PhotoAnalysis, findings: [Finding]) -> String {
        let (width, height) = (analysis.facts.width, analysis.facts.height)
        let scale = side / max(width, height, 1)
        let marks = PhotoMarks(for: analysis, findings: findings, longSide: side)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \((width * scale).svg) \((height * scale).svg)">\
            \(marks.shapes)</svg>
            """
    }

    /// In units of the drawing.
    private static let side = 1000.0
}
