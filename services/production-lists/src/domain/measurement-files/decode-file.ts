import { UnreadableMeasurementsError } from './measurement-file.ts'
import type { UnreadableCode } from './measurement-file.ts'

const EXPORT_INSTEAD =
  'Export the report as XML or JSON (EagleView, HOVER), or as JSON (GAF), and give that file.'

/** The first bytes of files that hold no text. */
const SIGNATURES: readonly (readonly [bytes: string, what: string, code: UnreadableCode])[] = [
  [
    'PK\u0003\u0004',
    'is a ZIP archive, such as XLSX or ESX, whose layout is not public',
    'ARCHIVE',
  ],
  ['PK\u0005\u0006', 'is an empty ZIP archive', 'ARCHIVE'],
  ['%PDF-', 'is a PDF, which shows figures and does not name them', 'PDF'],
  [
    '\u00d0\u00cf\u0011\u00e0',
    'is an old Office document, such as XLS, whose layout is not public',
    'OFFICE_DOCUMENT',
  ],
  ['\u0089PNG', 'is a picture', 'PICTURE'],
  ['\u00ff\u00d8\u00ff', 'is a picture', 'PICTURE'],
  ['\u001f\u008b', 'is compressed with gzip', 'ARCHIVE'],
]

const UTF8_NAMES = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])
const LATIN_NAMES = new Set(['iso-8859-1', 'latin1', 'windows-1252'])
const DECLARATION_BYTES_MAX = 200

/**
 * The text of a file in UTF-8, in UTF-16, or in the Latin encoding that its XML declaration names.
 * @throws UnreadableMeasurementsError for a file that holds no text, or whose bytes are not in its encoding
 */
export function decodeFile(bytes: Uint8Array): string {
  // A character for each byte.
  const head = String.fromCharCode(...bytes.subarray(0, DECLARATION_BYTES_MAX))
  const signature = SIGNATURES.find(([start]) => head.startsWith(start))
  if (signature !== undefined) {
    throw new UnreadableMeasurementsError(
      signature[2],
      `The file ${signature[1]}. ${EXPORT_INSTEAD}`,
    )
  }
  const encoding = encodingOf(head)
  const text = decode(bytes, encoding)
  if (text.includes('\0')) {
    throw new UnreadableMeasurementsError('NO_TEXT', `The file holds no text. ${EXPORT_INSTEAD}`)
  }
  if (text.trim() === '')
    throw new UnreadableMeasurementsError('EMPTY', `The file is empty. ${EXPORT_INSTEAD}`)
  return text
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableMeasurementsError(
      'ENCODING',
      `The file has bytes that are not ${encoding.toUpperCase()}. Save it in UTF-8.`,
    )
  }
}

/** A byte order mark decides; without one UTF-16 shows by the zeros beside its first character. */
function encodingOf(head: string): string {
  if (head.startsWith('\u00ff\u00fe') || /^[<{[]\0/.test(head)) return 'utf-16le'
  if (head.startsWith('\u00fe\u00ff') || /^\0[<{[]/.test(head)) return 'utf-16be'
  const [, declared = 'utf-8'] =
    /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding\s*=\s*["']([^"']*)["']/.exec(head) ?? []
  const name = declared.toLowerCase()
  if (UTF8_NAMES.has(name)) return 'utf-8'
  if (LATIN_NAMES.has(name) && !head.startsWith('\u00ef\u00bb\u00bf')) return 'windows-1252'
  throw new UnreadableMeasurementsError(
    'ENCODING',
    `The file declares the encoding "${name.slice(0, 40)}", which its bytes do not have or which is not read. Save it in UTF-8.`,
  )
}
