extension ShortText {
    /// What most reports have in common, without its numbers; DEFLATE looks there for what it can leave out.
    ///
    /// It is part of the form of stored texts, so it never changes: another one gets another mark.
    static let dictionary = """
        {"comparison":{"changes":[],"verdict":"notCompared"},"facts":,"findings":[],"making":{"b\
        ackdrop":"studio","wanted":"studio"}}[{"limit":"","rule":"","seen":"","sentence":"","sev\
        erity":"warning"}]{"bitsPerChannel":,"byteCount":,"colourSpace":"rgb","face":{"backgroun\
        d":{"clutter":{"confidence":1,"unit":"share","value":}},"colour":{"depth":"light","hue":\
        {"confidence":1,"unit":"deg","value":},"palette":[{"blue":1,"green":1,"red":1,"share":0.\
        ],"season":"autumn","typology":{"confidence":1,"unit":"deg","value":},"undertone":"warm"\
        },"expression":{"eyeOpening":{"confidence":1,"unit":"ratio","value":},"mouth":"neutral",\
        "mouthOpening":{"confidence":1,"unit":"ratio","value":}},"eyes":{"distance":{"confidence\
        ":1,"unit":"px","value":},"isApproximate":false,"left":{"x":,"y":},"right":{"x":,"y":}},\
        "faces":[{"box":{"height":,"left":,"top":,"width":},"confidence":}],"framing":{"cutOff":\
        [],"eyeLine":{"confidence":1,"unit":"share","value":},"headShare":{"confidence":1,"unit"\
        :"ratio","value":},"offCentre":{"confidence":1,"unit":"share","value":}},"height":,"ligh\
        t":{"balance":{"confidence":1,"unit":"stops","value":},"contrast":{"confidence":1,"unit"\
        :"L*","value":},"direction":"above","exposure":{"confidence":1,"unit":"L*","value":},"hi\
        ghlights":{"confidence":1,"unit":"L*","value":},"overexposed":{"confidence":1,"unit":"sh\
        are","value":}},"pose":{"direction":"front","pitch":{"confidence":1,"unit":"deg","value"\
        :},"roll":{"confidence":1,"unit":"deg","value":},"yaw":{"confidence":1,"unit":"deg","val\
        ue":}},"proportions":{"eyeSpacing":{"band":"wide","confidence":},"face":{"band":"narrow"\
        ,"confidence":},"forehead":{"band":"wide","confidence":},"jaw":{"band":"narrow","confide\
        nce":}},"quarterTurns":,"sharpness":{"detail":{"confidence":1,"unit":"ratio","value":},"\
        edges":{"confidence":1,"unit":"ratio","value":},"noise":{"confidence":1,"unit":"ratio","\
        value":}},"symmetry":{"confidence":1,"unit":"share","value":},"width":},"format":"jpeg",\
        "hasAlpha":false,"height":,"jpegQuality":,"orientation":,"pages":,"scanCount":,"score":{\
        "ratings":[{"part":"light","value":0."weight":},{"part":"sharpness","value":0."weight":}\
        ,{"part":"pose","value":0."weight":},{"part":"framing","value":0."weight":},{"part":"bac\
        kground","value":0."weight":},{"part":"resolution","value":0."weight":},{"part":"contras\
        t","value":0."weight":}],"strengths":[{"part":"pose","sentence":"The head is straight an\
        d faces the camera."},{"part":"framing","sentence":"The head sits well in the frame."},{\
        "part":"background","sentence":"The background is calm."}],"value":0."weaknesses":[{"par\
        t":"contrast","sentence":"A clean lens and no light from behind would give the face more\
         contrast."},{"part":"light","sentence":"Try another light, such as a window on a cloudy\
         day, and keep the better photo."},{"part":"sharpness","sentence":"Take several photos i\
        n a row and keep the sharpest."}]},"width":}
        """
}
