import CVips
public let placeholder = 1
