import Terminal
import Testing

@Suite struct `A key's description` {
  @Test(
    arguments: [
      (.character("j"), "j"), (.character("G"), "G"), (.space, "Space"), (.control("n"), "^N"),
      (.control("N"), "^N"), (.control(" "), "^Space"), (.control("]"), "^]"), (.alt("x"), "M-x"),
      (.alt(" "), "M-Space"), (.function(5), "F5"), (.pageDown, "PgDn"), (.pageUp, "PgUp"),
      (.home, "Home"), (.end, "End"), (.up, "↑"), (.down, "↓"), (.left, "←"), (.right, "→"),
      (.enter, "Enter"), (.escape, "Esc"), (.tab, "Tab"), (.backTab, "S-Tab"),
      (.backspace, "Backspace"), (.delete, "Del"), (.insert, "Ins"),
      (Key(code: .up, modifiers: .control), "C-↑"), (Key(code: .enter, modifiers: .alt), "M-Enter"),
      (Key(code: .function(1), modifiers: [.control, .alt, .shift]), "C-M-S-F1"),
      (Key(code: .character("n"), modifiers: [.control, .alt]), "M-^N"),
      (Key(code: .character("n"), modifiers: [.control, .shift]), "S-^N"),
    ] as [(Key, String)])
  func `is what a help screen shows`(key: Key, text: String) {
    #expect(key.description == text)
  }
}
