/// The longest part of a row of numbers that ascends.
///
/// O(n log n), after M. L. Fredman, "On computing the length of longest increasing subsequences",
/// Discrete Mathematics 11 (1975).
enum LongestAscent {
  /// The places of the numbers, which are distinct, in ascending order.
  static func indices(of numbers: [Int]) -> [Int] {
    // For each length the place of the least number that an ascent of that length ends with.
    var ends: [Int] = []
    var previous = [Int?](repeating: nil, count: numbers.count)
    for (place, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous[place] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var places: [Int] = []
    var next = ends.last
    while let place = next {
      places.append(place)
      next = previous[place]
    }
    return places.reversed()
  }
}
