import ArgumentParser
import PromptFactory
import Studio

/// The headshots to make of a photo.
struct StyleOptions: ParsableArguments {
    /// The angle.
    @Option(help: "Where the head points, as the viewer sees it. Default: front.")
    var angle: Angle?

    /// The background.
    @Option(help: "What is behind the person, and the clothes with it. Default: professional.")
    var background: Background?

    /// What is behind the person.
    @Option(
        help: ArgumentHelp(
            "What is behind the person in a headshot of the provider 'local': a grey studio, the photo's own out of focus (blur), or the photo's own, softened only.",
            discussion:
                "Default: $HEADSHOT_BACKDROP, else studio for professional and blur for casual."))
    var backdrop: Backdrop?

    /// Every style.
    @Flag(help: "All six styles, one headshot each.")
    var allStyles = false

    /// The styles, one job each.
    var styles: [Style] {
        allStyles
            ? Style.all : [Style(angle: angle ?? .front, background: background ?? .professional)]
    }

    func validate() throws {
        if allStyles, angle != nil || background != nil {
            throw ValidationError("--all-styles goes with neither --angle nor --background.")
        }
    }
}
