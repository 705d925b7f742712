extension FaceFacts {
    /// The part of the photo that a good headshot would show, 4 by 5, around the largest face.
    ///
    /// If it reaches beyond the photo, the photo has too little room there. Nil without a face.
    public var headshotFrame: PhotoBox? {
        guard let framing else { return nil }
        let height = framing.headShare.value * self.height / FaceTable.frameHeadShare
        let width = height * FaceTable.frameAspect
        return PhotoBox(
            left: (0.5 + framing.offCentre.value) * self.width - width / 2,
            top: framing.eyeLine.value * self.height - FaceTable.frameEyeLine * height,
            width: width, height: height)
    }
}
