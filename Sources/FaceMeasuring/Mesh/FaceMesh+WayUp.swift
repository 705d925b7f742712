import Nets

extension FaceMesh {
    /// The least logit of a face that is the right way up.
    ///
    /// The net also lays an upright face over one that is upside down, and scores it up to 0.9999. Measured on 43
    /// portraits, upright, mirrored, and turned in four ways: 10.9 at most the wrong way up, 12.2 at least the right way up,
    /// and 14 in all but two; the right way up has 8.7 more than the wrong one.
    private static let rightWayUp = 11.5

    /// These points, or those that the net places on the same face after turning it, if it is sure of those only.
    ///
    /// A face that is the right way up gets no other look.
    func wayUp(in picture: Picture, net: Net) -> FaceMesh {
        guard logit < Self.rightWayUp else { return self }
        let square = self.square
        for turn in [Double.pi, -.pi / 2, .pi / 2] {
            let turned = FaceMesh(
                around: square.middle, side: square.side, angle: square.angle + turn, in: picture,
                net: net)
            if let turned, turned.logit >= Self.rightWayUp { return turned }
        }
        return self
    }
}
