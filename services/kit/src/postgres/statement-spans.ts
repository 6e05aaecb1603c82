import { LRUCache } from 'lru-cache'
import { inSpan, isRecording, startSpan } from '../service/tracing.ts'
import type { Query } from './row-limited-connection.ts'

/** Names of statements, by text; a service has some hundred. */
const NAMES_MAX = 1_000

/** Sends a statement as a span with its text, and without its values, which are the customers'. */
export function traceStatement<R>(statement: string | Query, send: () => Promise<R>): Promise<R> {
  if (!isRecording()) return send()
  const text = typeof statement === 'string' ? statement : statement.text
  const span = startSpan(names.memo(text), {
    kind: 'CLIENT',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
  })
  return inSpan(span, send)
}

const names = new LRUCache<string, string>({ max: NAMES_MAX, memoMethod: nameOf })

const CHANGE =
  /\b(insert)\s+into\s+"?(\w+)|\b(delete)\s+from\s+"?(\w+)|(?<!for |for no key |do )\b(update)\s+"?(\w+)/i
const FIRST_WORD = /^\s*(\w+)/
const FIRST_TABLE = /\bfrom\s+"?(\w+)/i

/** The verb and the table of a statement: `select vendor`. */
function nameOf(text: string): string {
  const [verb, table] = (CHANGE.exec(text) ?? []).slice(1).filter((part) => part !== undefined)
  if (verb !== undefined) return `${verb.toLowerCase()} ${table}`
  const word = FIRST_WORD.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const from = FIRST_TABLE.exec(text)?.[1]
  return from === undefined ? word : `${word === 'with' ? 'select' : word} ${from}`
}
