import { randomUUID } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { waitFor } from '@takeoff/dev-env/wait-for'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import type { SharedDevEnv } from './dev-env.ts'

const subgraphs = ['production-lists', 'order-documents', 'webhooks'] as const
const WAIT_LIMIT_MS = 60_000

/** The cost of one request behind the gateway. */
export interface Cost {
  /** Requests between processes, without the client's own. */
  readonly requests: number
  /** Statements of all services. */
  readonly sqlStatements: number
}

interface Line {
  readonly msg: string
  readonly requestId: string
  readonly sqlStatements: number
}

/** Sends a request with its own request id and sums the log lines of the services with that id. */
export async function measureRequest<Result>(
  devEnv: Pick<SharedDevEnv, 'logs' | 'urls' | 'serviceSecrets'>,
  send: (requestId: string) => Promise<Result>,
): Promise<{ readonly result: Result; readonly cost: Cost }> {
  const requestId = randomUUID()
  const files = subgraphs.map((name) => path.join(devEnv.logs, `${name}.log`))
  const begins = await Promise.all(files.map(async (file) => (await stat(file)).size))
  const result = await send(requestId)
  const markers = await Promise.all(subgraphs.map((name) => sendMarker(devEnv, name)))
  const lines = await Promise.all(
    files.map((file, index) => readLines(file, begins[index] ?? 0, markers[index] ?? '')),
  )
  const own = lines.flat().filter((line) => line.requestId === requestId)
  const sqlStatements = own.reduce((sum, line) => sum + line.sqlStatements, 0)
  return { result, cost: { requests: own.length, sqlStatements } }
}

/** Sends a marker request: when its log line exists, so do those of earlier requests. */
async function sendMarker(
  { urls, serviceSecrets }: Pick<SharedDevEnv, 'urls' | 'serviceSecrets'>,
  name: (typeof subgraphs)[number],
): Promise<string> {
  const requestId = randomUUID()
  const response = await fetch(`${urls[name]}/marker`, {
    headers: {
      'x-request-id': requestId,
      'x-service-authorization': await serviceToken(name, serviceSecrets[name]),
    },
  })
  await response.body?.cancel()
  return requestId
}

function readLines(file: string, begin: number, marker: string): Promise<Line[]> {
  return waitFor(
    async () => {
      const text = await readFrom(file, begin)
      const complete = text.slice(0, text.lastIndexOf('\n') + 1)
      const lines = complete.split('\n').filter((line) => line.includes('"request completed"'))
      const parsed = lines.map((line) => JSON.parse(line) as Line)
      return parsed.some(({ requestId }) => requestId === marker) ? parsed : undefined
    },
    { what: `the line of ${marker} in ${file}`, limitMs: WAIT_LIMIT_MS, intervalMs: 10 },
  )
}

async function readFrom(file: string, begin: number): Promise<string> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const { buffer, bytesRead } = await handle.read(
    Buffer.alloc(size - begin),
    0,
    size - begin,
    begin,
  )
  return buffer.toString('utf8', 0, bytesRead)
}
