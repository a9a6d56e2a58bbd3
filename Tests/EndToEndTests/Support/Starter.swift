/// The one place where programs are started, one after the other.
@globalActor
actor Starter {
  static let shared = Starter()
}
