/// Returns the number of elements at the front of a sorted array for which a condition is true.
@inlinable
package func partitioningIndex<Element>(of elements: [Element], where condition: (Element) -> Bool)
  -> Int
{
  partitioningIndex(count: elements.count) { condition(elements[$0]) }
}

/// Returns the number of indices from 0 to `count - 1` for which a condition is true.
///
/// If the condition is false for an index, it must be false for all later ones.
@inlinable
package func partitioningIndex(count: Int, where condition: (_ index: Int) -> Bool) -> Int {
  var low = 0
  var high = count
  while low < high {
    let middle = (low + high) / 2
    if condition(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
