import Terminal
import Testing

private func key(_ code: Key.Code, _ modifiers: KeyModifiers) -> Key {
  Key(code: code, modifiers: modifiers)
}

@Suite struct `A key decoder knows the keys of` {
  @Test(
    arguments: [
      ("␛[A", .up), ("␛[B", .down), ("␛[C", .right), ("␛[D", .left), ("␛[H", .home), ("␛[F", .end),
      ("␛OA", .up), ("␛OB", .down), ("␛OC", .right), ("␛OD", .left), ("␛OH", .home), ("␛OF", .end),
      ("␛[2~", .insert), ("␛[3~", .delete), ("␛[5~", .pageUp), ("␛[6~", .pageDown),
      ("␛OP", .function(1)), ("␛OQ", .function(2)), ("␛OR", .function(3)), ("␛OS", .function(4)),
      ("␛[15~", .function(5)), ("␛[17~", .function(6)), ("␛[18~", .function(7)),
      ("␛[19~", .function(8)), ("␛[20~", .function(9)), ("␛[21~", .function(10)),
      ("␛[23~", .function(11)), ("␛[24~", .function(12)), ("␛[Z", .backTab),
      ("␛[1;2A", key(.up, .shift)), ("␛[1;3A", key(.up, .alt)), ("␛[1;5A", key(.up, .control)),
      ("␛[1;8A", key(.up, [.shift, .alt, .control])), ("␛[1;9A", key(.up, .alt)),
      ("␛[5A", key(.up, .control)), ("␛O5A", key(.up, .control)), ("␛[1;5H", key(.home, .control)),
      ("␛[5;2~", key(.pageUp, .shift)), ("␛[3;5~", key(.delete, .control)),
      ("␛[1;2P", key(.function(1), .shift)), ("␛[1;5R", key(.function(3), .control)),
      ("␛O1;2P", key(.function(1), .shift)), ("␛[15;5~", key(.function(5), .control)),
      ("␛[24;6~", key(.function(12), [.shift, .control])),
    ] as [(String, Key)])
  func xterm(text: String, key: Key) {
    #expect(KeyDecoder.decoding(text) == [.key(key)])
  }

  @Test(
    arguments: [
      ("␛[27;5;9~", key(.tab, .control)), ("␛[27;5;105~", .control("i")),
      ("␛[27;5;65~", .control("a")), ("␛[27;2;65~", .character("A")),
      ("␛[27;2;33~", .character("!")),
      ("␛[27;4;33~", .alt("!")), ("␛[27;2;13~", key(.enter, .shift)),
      ("␛[27;2;32~", key(.character(" "), .shift)),
      ("␛[27;6;110~", key(.character("n"), [.shift, .control])),
    ] as [(String, Key)])
  func `xterm with modifyOtherKeys`(text: String, key: Key) {
    #expect(KeyDecoder.decoding(text) == [.key(key)])
  }

  @Test(
    arguments: [
      ("␛[1~", .home), ("␛[4~", .end), ("␛OA", .up), ("␛OP", .function(1)), ("␛[3~", .delete),
      ("␛[1;2D", key(.left, .shift)), ("␛[3;2~", key(.delete, .shift)),
    ] as [(String, Key)])
  func `tmux and screen`(text: String, key: Key) {
    #expect(KeyDecoder.decoding(text) == [.key(key)])
  }

  @Test(
    arguments: [
      ("␛[[A", .function(1)), ("␛[[B", .function(2)), ("␛[[C", .function(3)),
      ("␛[[D", .function(4)),
      ("␛[[E", .function(5)), ("␛[1~", .home), ("␛[4~", .end), ("␛[25~", .function(13)),
      ("␛[26~", .function(14)), ("␛[28~", .function(15)), ("␛[29~", .function(16)),
      ("␛[31~", .function(17)), ("␛[32~", .function(18)), ("␛[33~", .function(19)),
      ("␛[34~", .function(20)),
    ] as [(String, Key)])
  func `the Linux console`(text: String, key: Key) {
    #expect(KeyDecoder.decoding(text) == [.key(key)])
  }

  @Test(
    arguments: [
      ("␛[7~", .home), ("␛[8~", .end), ("␛[11~", .function(1)), ("␛[12~", .function(2)),
      ("␛[13~", .function(3)), ("␛[14~", .function(4)), ("␛[a", key(.up, .shift)),
      ("␛[b", key(.down, .shift)), ("␛[c", key(.right, .shift)), ("␛[d", key(.left, .shift)),
      ("␛Oa", key(.up, .control)), ("␛Ob", key(.down, .control)), ("␛Oc", key(.right, .control)),
      ("␛Od", key(.left, .control)), ("␛[5$", key(.pageUp, .shift)),
      ("␛[5^", key(.pageUp, .control)),
      ("␛[5@", key(.pageUp, [.shift, .control])), ("␛[23$", key(.function(11), .shift)),
      ("␛[11^", key(.function(1), .control)), ("␛␛[3^", key(.delete, [.alt, .control])),
    ] as [(String, Key)])
  func rxvt(text: String, key: Key) {
    #expect(KeyDecoder.decoding(text) == [.key(key)])
  }

  @Test(
    arguments: [
      ("␛[97u", .character("a")), ("␛[97;5u", .control("a")), ("␛[97;3u", .alt("a")),
      ("␛[97;2u", .character("A")), ("␛[97:65;2u", .character("A")),
      ("␛[49:33;2u", .character("!")),
      ("␛[49;2u", key(.character("1"), .shift)), ("␛[233;2u", .character("É")),
      ("␛[110;6u", key(.character("n"), [.shift, .control])), ("␛[97;69u", .control("a")),
      ("␛[97;33u", .alt("a")), ("␛[97;1:2u", .character("a")), ("␛[97;;97u", .character("a")),
      ("␛[13u", .enter), ("␛[13;2u", key(.enter, .shift)), ("␛[9;5u", key(.tab, .control)),
      ("␛[27u", .escape), ("␛[127;5u", key(.backspace, .control)), ("␛[32;5u", .control(" ")),
      ("␛[57344u", .escape), ("␛[57352u", .up), ("␛[57357u", .end), ("␛[57364u", .function(1)),
      ("␛[57376u", .function(13)), ("␛[57383u", .function(20)), ("␛[57399u", .character("0")),
      ("␛[57408u", .character("9")), ("␛[57409u", .character(".")), ("␛[57413u", .character("+")),
      ("␛[57414u", .enter), ("␛[57416u", .character(",")), ("␛[57417u", .left),
      ("␛[57418u", .right),
      ("␛[57419u", .up), ("␛[57420u", .down), ("␛[57421u", .pageUp), ("␛[57422u", .pageDown),
      ("␛[57423u", .home), ("␛[57424u", .end), ("␛[57425u", .insert), ("␛[57426u", .delete),
      ("␛[1;5:1A", key(.up, .control)), ("␛[1;1:2B", .down), ("␛[5;1:1~", .pageUp),
      ("␛[1;129A", .up),
    ] as [(String, Key)])
  func kitty(text: String, key: Key) {
    #expect(KeyDecoder.decoding(text) == [.key(key)])
  }

  @Test(arguments: [
    "␛[97;1:3u", "␛[1;1:3A", "␛[5;1:3~", "␛[57358u", "␛[57427u", "␛[57441u", "␛[57454u", "␛[0u",
    "␛[u", "␛[3u", "␛[128u", "␛[55296u", "␛[1114112u", "␛[97;17u", "␛[97;1:9u", "␛[0;;229u",
  ])
  func `kitty, but no release and no key without a use`(text: String) {
    #expect(KeyDecoder.decoding(text) == [])
  }

  @Test(
    arguments: [
      ("␛OM", .enter), ("␛OX", .character("=")), ("␛Oj", .character("*")), ("␛Ok", .character("+")),
      ("␛Ol", .character(",")), ("␛Om", .character("-")), ("␛On", .character(".")),
      ("␛Oo", .character("/")), ("␛Op", .character("0")), ("␛Oy", .character("9")),
    ] as [(String, Key)])
  func `the application keypad`(text: String, key: Key) {
    #expect(KeyDecoder.decoding(text) == [.key(key)])
  }
}
