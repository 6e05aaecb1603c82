import type { SubgraphReply, SubgraphResponse } from '../compiled/subgraph-call.ts'
import { readResponse } from '../subgraph-response.ts'

/** What a subgraph replies with, when it answers this, or with these bytes. */
export function replyOf(answer: SubgraphResponse | Buffer): SubgraphReply {
  const bytes = Buffer.isBuffer(answer) ? answer : Buffer.from(JSON.stringify(answer))
  return { body: bytes, read: () => read(bytes) }
}

function read(body: Buffer): SubgraphResponse {
  try {
    return readResponse({ statusCode: 200, body }) as SubgraphResponse
  } catch {
    return { errors: [{ message: 'unreadable' }] }
  }
}
