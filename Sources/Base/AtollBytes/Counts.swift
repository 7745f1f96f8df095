/// Returns a number with commas between its thousands: `12,345`.
package func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, digit != "-", digits[index - 1] != "-", (digits.count - index) % 3 == 0 {
      text += ","
    }
    text.append(digit)
  }
  return text
}

/// Returns a number with its noun: `1 comment`, `2,000 comments`, `3 stories`, `4 days`.
package func counted(_ count: Int, noun: String) -> String {
  let number = grouped(count)
  if count == 1 { return "\(number) \(noun)" }
  let hasVowel = noun.dropLast().last.map { "aeiou".contains($0) } ?? false
  return noun.hasSuffix("y") && !hasVowel
    ? "\(number) \(noun.dropLast())ies" : "\(number) \(noun)s"
}
