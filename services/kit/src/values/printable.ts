/** Control characters but the line end, line breaks of Unicode, and what changes the direction of text. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/**
 * Makes control characters visible; line ends stay. Text from outside, such as a response, a message or a file, must be able
 * neither to move a terminal's cursor nor to look like a line of the program.
 */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, escape)
}

/** Makes control characters and line ends visible: the result is one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll('\n', escape)
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
