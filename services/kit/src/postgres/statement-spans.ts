import { LRUCache } from 'lru-cache'
import { endSpan, inSpan, isRecording, startSpan } from '../service/tracing.ts'

/** Names of statements, by text; a service has some hundred. */
const NAMES_MAX = 1_000

type Send<R> = (...rest: unknown[]) => R
type Done = (error: unknown, ...result: unknown[]) => void

/**
 * Sends a statement as a span with its text, and without its values, which are the customers'.
 * @param rest what follows the values: perhaps a callback, which `send` gets in another form
 */
export function traceStatement<R>(statement: unknown, rest: readonly unknown[], send: Send<R>): R {
  if (!isRecording()) return send(...rest)
  const text = textOf(statement)
  const span = startSpan(names.memo(text), {
    kind: 'CLIENT',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  })
  const [done] = rest
  if (typeof done !== 'function') return inSpan(span, () => send(...rest))
  return send((error: unknown, ...result: unknown[]) => {
    endSpan(span, error ?? undefined)
    ;(done as Done)(error, ...result)
  })
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const { text } = statement as { readonly text?: unknown }
  return typeof text === 'string' ? text : ''
}

const names = new LRUCache<string, string>({ max: NAMES_MAX, memoMethod: nameOf })

const CHANGE =
  /\b(insert)\s+into\s+"?(\w+)|\b(delete)\s+from\s+"?(\w+)|(?<!for |do )\b(update)\s+"?(\w+)/i
const FIRST_WORD = /^\s*(\w+)/
const FIRST_TABLE = /\bfrom\s+"?(\w+)/i

/** What a statement does, and to which table: `select vendor`. */
function nameOf(text: string): string {
  const [verb, table] = (CHANGE.exec(text) ?? []).slice(1).filter((part) => part !== undefined)
  if (verb !== undefined) return `${verb.toLowerCase()} ${table}`
  const word = FIRST_WORD.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const from = FIRST_TABLE.exec(text)?.[1]
  return from === undefined ? word : `${word === 'with' ? 'select' : word} ${from}`
}
