/** The parts of a text that are separated by commas, without blanks around them. */
export function splitList(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim())
}
