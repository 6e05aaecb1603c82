/** Most systems allow 255 bytes; a UTF-8 character takes up to four. */
const FILENAME_BYTES_MAX = 200
const PART_LENGTH_MAX = 40
const SEPARATOR = ' - '

interface FilenameOptions {
  /** The end of the name, which distinguishes it from others: purchase order number and copy. It is cut last. */
  readonly ending?: readonly (string | null)[]
  readonly fallback: string
  readonly extension: string
}

/**
 * A name that every file system accepts, from terms that people search for: job, list and vendor, and the ending.
 * Other scripts stay as they are.
 */
export function nameFile(
  parts: readonly (string | null)[],
  { ending = [], fallback, extension }: FilenameOptions,
): string {
  const end = joinParts(ending.map(cleanPart), FILENAME_BYTES_MAX)
  const room = FILENAME_BYTES_MAX - (end === '' ? 0 : bytesOf(SEPARATOR + end))
  const start = joinParts(
    parts.map((part) => characters(cleanPart(part)).slice(0, PART_LENGTH_MAX).join('')),
    Math.max(0, room),
  )
  const stem = [start, end].filter((part) => part !== '').join(SEPARATOR)
  return `${stem === '' ? fallback : stem}.${extension}`
}

/** Cuts the longest part until they all fit, so that each keeps its share. */
function joinParts(parts: readonly string[], bytesMax: number): string {
  const left = parts.map((part) => ({ characters: characters(part), bytes: bytesOf(part) }))
  const join = () =>
    left
      .map(({ characters }) => trimEnds(characters.join('')))
      .filter((part) => part !== '')
      .join(SEPARATOR)
  while (bytesOf(join()) > bytesMax) {
    const longest = left.reduce((a, b) => (b.bytes > a.bytes ? b : a))
    longest.bytes -= bytesOf(longest.characters.pop() ?? '')
  }
  return join()
}

function cleanPart(part: string | null): string {
  return (
    (part ?? '')
      .toWellFormed()
      .normalize('NFC')
      // Control and direction characters, syntax of Windows and shells, and our own separator.
      .replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*%;`$]+/gu, ' ')
      .replace(/\s+/gu, ' ')
  )
}

/** Leading dots hide files, trailing dots and spaces are dropped by Windows. */
const trimEnds = (part: string): string => part.replace(/^[\s.~-]+|[\s.-]+$/gu, '')

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** Counted as graphemes, so that no emoji is cut and no accent is separated from its letter. */
function characters(text: string): string[] {
  return Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
}
