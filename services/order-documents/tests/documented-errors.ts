import { readFile } from 'node:fs/promises'

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
  const text = await readFile(new URL('../../../docs/orders.md', import.meta.url), 'utf8')
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

/** `<…>` stands for any text, none included where it begins a path. */
function pattern(text: string): RegExp {
  const parts = text.split(/<\w+>/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*?')}$`)
}
