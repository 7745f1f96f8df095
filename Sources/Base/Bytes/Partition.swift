/// Returns the number of elements at the front of a sorted array for which a condition is true.
@inlinable
package func partition<Element>(_ elements: [Element], _ condition: (Element) -> Bool) -> Int {
  var low = 0
  var high = elements.count
  while low < high {
    let middle = (low + high) / 2
    if condition(elements[middle]) { low = middle + 1 } else { high = middle }
  }
  return low
}
