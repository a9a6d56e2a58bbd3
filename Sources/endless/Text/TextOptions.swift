import ArgumentParser

/// What is asked of a text file.
struct TextOptions: ParsableArguments {
  @Flag(
    name: [.customShort("N"), .long],
    help: "Number the lines, as soon as they are counted; with --plain as cat -n does.")
  var lineNumbers = false
}
