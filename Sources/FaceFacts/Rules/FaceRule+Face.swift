import Ground

extension FaceRule {
    /// There is a face, and it is upright.
    static let face = FaceRule(name: "face", isOfFace: false) { facts in
        guard facts.faces.isEmpty else { return nil }
        guard let turns = facts.quarterTurns else {
            return Fault(
                severity: .refusal, seen: "no face", limit: "1 face",
                sentence: """
                    No face was found. Use a photo that shows your whole face from the front, not covered, and in \
                    enough light. If the face is only a small part of the picture, as on a scanned page, crop the picture to it.
                    """)
        }
        let turn =
            switch turns {
            case 1: "a quarter clockwise"
            case 3: "a quarter counter-clockwise"
            default: "upside down"
            }
        return Fault(
            severity: .refusal, seen: "a face that is not upright", limit: "1 face",
            sentence:
                "Your face isn't upright in the photo. Turn the photo \(turn) and send it again."
        )
    }

    /// There is only one face.
    static let singleFace = FaceRule(name: "singleFace") { facts in
        guard facts.faces.count > 1 else { return nil }
        return Fault(
            severity: .refusal, seen: "\(facts.faces.count) faces", limit: "1 face",
            sentence: """
                The photo shows \(facts.faces.count) faces, and it isn't clear whose headshot is wanted. Crop to one \
                person, or use a photo of that person alone.
                """)
    }

    /// The face has enough pixels.
    static let faceSize = FaceRule(name: "faceSize", part: .resolution, holdsFromSide: true) {
        facts in
        guard let distance = facts.eyes?.distance, distance.value < FaceTable.safeEyeDistance else {
            return nil
        }
        let isRefused = distance.value < FaceTable.leastEyeDistance
        let limit = isRefused ? FaceTable.leastEyeDistance : FaceTable.safeEyeDistance
        let judgement =
            isRefused
            ? "Your face is too small: your eyes are only \(distance.text) apart."
            : "Your face is small, so the headshot may not look like you."
        return Fault(
            matter: .resolutionSmall, severity: isRefused ? .refusal : .warning,
            seen: distance.text,
            limit: "at least \(Measure.text(limit, .pixels)) between the eyes",
            sentence:
                "\(judgement) Send the photo at its full size, or take one with more pixels.")
    }

    /// What was found is surely a face, and its eyes were seen.
    static let sureFace = FaceRule(name: "sureFace") { facts in
        guard let face = facts.main, let eyes = facts.eyes,
            face.confidence < FaceTable.sureFace || eyes.isApproximate
        else { return nil }
        return Fault(
            seen: eyes.isApproximate ? "eyes not clearly seen" : "confidence \(face.confidence)",
            limit: "a clear face, confidence at least \(FaceTable.sureFace)",
            sentence: """
                Your face or your eyes are hard to make out. Take off sunglasses and hats, move hair aside, and \
                face the camera.
                """)
    }

    /// The eyes are open.
    static let eyesOpen = FaceRule(name: "eyesOpen") { facts in
        // Of eyes that cannot be made out, their openings mean nothing.
        guard let opening = facts.expression?.eyeOpening, facts.eyes?.isApproximate == false,
            opening.value < FaceTable.openEyes
        else { return nil }
        return Fault(
            seen: opening.text, limit: "at least \(Measure.text(FaceTable.openEyes, .ratio))",
            sentence: "Your eyes seem to be closed. Use a photo in which they're open.")
    }

    /// The head faces the camera.
    static let pose = FaceRule(name: "pose", part: .pose) { facts in
        guard let pose = facts.pose, pose.direction == .left || pose.direction == .right else {
            return nil
        }
        return Fault(
            matter: .poseTurned, seen: pose.yaw.text,
            limit: "within \(Measure.text(pose.mostYaw, pose.yaw.unit))",
            sentence: """
                Your head is turned to the \(pose.direction.rawValue) of the picture. A photo that faces the \
                camera shows more of you.
                """)
    }

    /// The head is upright.
    static let tilt = FaceRule(name: "tilt", part: .pose) { facts in
        guard let roll = facts.pose?.roll, abs(roll.value) > FaceTable.tilt else { return nil }
        let side = roll.value > 0 ? "right" : "left"
        return Fault(
            matter: .poseTilted, seen: roll.text,
            limit: "within \(Measure.text(FaceTable.tilt, .degrees))",
            sentence:
                "Your head is tilted to the \(side) of the picture. Hold your head and the camera upright."
        )
    }
}
