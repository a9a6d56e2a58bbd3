/// A measurement whose results are rows of the table.
protocol Measurement {
  /// Measures, and returns the rows.
  ///
  /// - Throws: an error if a measurement fails; a missed target is not an error.
  func rows(_ bench: Bench) throws(MeasureError) -> [Row]
}

extension Group {
  /// The measurement of the group.
  var measurement: any Measurement {
    switch self {
    case .floor: FloorMeasurement()
    case .start: StartMeasurement()
    case .keys: KeyMeasurement()
    case .direct: DirectMeasurement()
    case .colors: ColorMeasurement()
    case .jumps: JumpMeasurement()
    case .numbers: NumberMeasurement()
    case .searches: SearchMeasurement()
    case .saving: SavingMeasurement()
    case .records: RecordMeasurement()
    case .streams: StreamMeasurement()
    case .commands: CommandMeasurement()
    case .addresses: AddressMeasurement()
    case .databases: DatabaseMeasurement()
    case .postgres: PostgresMeasurement()
    case .memory: MemoryMeasurement()
    case .idle: IdleMeasurement()
    case .timeline: TimelineMeasurement()
    case .load: LoadMeasurement()
    case .machine: MachineMeasurement()
    }
  }
}
