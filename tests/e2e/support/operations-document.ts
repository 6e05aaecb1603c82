import { readFile } from 'node:fs/promises'

interface DocumentedOperation {
  readonly requests: number
  readonly sqlStatements: number
  /** What it does while a part is away, by the name of the part: `works`, `in part` or a code. */
  readonly whileAway: Readonly<Record<string, string>>
}

/** The rows of the table of operations in docs/operations.md, which states in a sentence that all work without a broker. */
export async function readDocumentedOperations(): Promise<Map<string, DocumentedOperation>> {
  const text = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const rows = text.matchAll(
    /^\| `(\w+)` +\| +(\d+) +\| +(\d+) +\| +(\S.*?) +\| +(\S.*?) +\| +(\S.*?) +\|$/gm,
  )
  return new Map(
    [...rows].map(
      ([, name = '', requests, sqlStatements, orders = '', lists = '', webhooks = '']) => [
        name,
        {
          requests: Number(requests),
          sqlStatements: Number(sqlStatements),
          whileAway: {
            'order-documents': orders,
            'production-lists': lists,
            webhooks,
            broker: 'works',
          },
        },
      ],
    ),
  )
}
