/** Most systems allow 255 bytes; a UTF-8 character takes up to four. */
const FILENAME_BYTES_MAX = 200
const PART_LENGTH_MAX = 40

/**
 * A name that every file system accepts, from terms that people search for: job, list, vendor and purchase
 * order number. Other scripts stay as they are.
 */
export function nameFile(
  parts: readonly (string | null)[],
  { fallback, extension }: { readonly fallback: string; readonly extension: string },
): string {
  const words = parts.map((part) => cleanPart(part ?? '')).filter((part) => part !== '')
  const stem = truncate(words.join(' - '), FILENAME_BYTES_MAX)
  return `${stem === '' ? fallback : stem}.${extension}`
}

function cleanPart(part: string): string {
  const clean = part
    .toWellFormed()
    .normalize('NFC')
    // Control and direction characters, syntax of Windows and shells, and our own separator.
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*%;`$]+/gu, ' ')
    .replace(/\s+/gu, ' ')
  const short = characters(clean).slice(0, PART_LENGTH_MAX).join('')
  // Leading dots hide files, trailing dots and spaces are dropped by Windows.
  return short.replace(/^[\s.~-]+|[\s.-]+$/gu, '')
}

function truncate(text: string, bytesMax: number): string {
  const left = characters(text)
  while (Buffer.byteLength(left.join('')) > bytesMax) left.pop()
  return left.join('').trim()
}

/** Counted as graphemes, so that no emoji is cut and no accent is separated from its letter. */
function characters(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}
