import { glob, readFile } from 'node:fs/promises'

const PAGE = new URL('../../../docs/orders.md', import.meta.url)
const SOURCES = new URL('../src/', import.meta.url)
/** The code that returns messages of ordering. Without braces, so that each pattern must match a file. */
const MESSAGE_SOURCES = [
  'orders/*.ts',
  'documents/*.ts',
  'domain/orders/*.ts',
  'domain/documents/*.ts',
  'distribution/create-distribution-order.ts',
  'distribution/cancel-distribution-order.ts',
  'distribution/find-distribution-orders.ts',
  'distribution/distribution-errors.ts',
  'domain/distribution/provider-limits.ts',
  'domain/distribution/request-cancel.ts',
  'vendors/require-orderable-vendors.ts',
]

const TESTS = ['**/*.test.ts']

/** A row of the tables of errors in docs/orders.md. */
export interface DocumentedError {
  readonly code: string
  /** Undefined where there is none. */
  readonly argument: string | undefined
  readonly message: string
}

export interface OrderingError {
  readonly code: unknown
  readonly argument: unknown
  readonly message: string
}

/** | `CODE` | `argument` | `Message with <what it is about>.` | */
export async function readDocumentedErrors(): Promise<DocumentedError[]> {
  const text = await readFile(PAGE, 'utf8')
  const rows = text.matchAll(/^\| `([A-Z_]+)` +\| (?:`([^`]+)`)? *\| `([^`]+)` +\|$/gm)
  return [...rows].map(([, code = '', argument, message = '']) => ({ code, argument, message }))
}

export function documents(row: DocumentedError, error: OrderingError): boolean {
  const { code, argument, message } = error
  if (row.code !== code || !pattern(row.message).test(message)) return false
  return row.argument === undefined
    ? argument === undefined
    : typeof argument === 'string' && pattern(row.argument).test(argument)
}

/** `<…>` matches any text, and where it begins a path also no text. */
function pattern(text: string): RegExp {
  return new RegExp(
    `^${text
      .split(/<\w+>/)
      .map((part) => RegExp.escape(part))
      .join('.*?')}$`,
  )
}

/** The messages in the code of ordering that the page does not have. */
export async function findUndocumentedSentences(): Promise<string[]> {
  const page = await readFile(PAGE, 'utf8')
  const missing: string[] = []
  for (const file of await messageSources()) {
    const code = await readFile(new URL(file, SOURCES), 'utf8')
    const sentences = code.matchAll(/(['"`])((?:(?!\1)[^\\\n]|\\.)* (?:(?!\1)[^\\\n]|\\.)*\.)\1/g)
    for (const [, , sentence = ''] of sentences)
      if (!loosePattern(sentence).test(page)) missing.push(`${file}: ${sentence}`)
  }
  return missing
}

async function messageSources(): Promise<string[]> {
  const files: string[] = []
  for (const pattern of MESSAGE_SOURCES) {
    const found = await Array.fromAsync(glob(pattern, { cwd: SOURCES, exclude: TESTS }))
    if (found.length === 0) throw new Error(`${pattern} matches no file`)
    files.push(...found)
  }
  return files
}

/** `${…}` matches any text of the line. */
function loosePattern(template: string): RegExp {
  return new RegExp(
    template
      .split(/\$\{[^}]*\}/)
      .map((part) => RegExp.escape(part))
      .join('.*'),
  )
}
