import type { SubgraphReply, SubgraphResponse } from '../compiled/subgraph-call.ts'
import { readResponse } from '../subgraph-response.ts'

/** The reply of a subgraph with this response, or with these bytes. */
export function replyOf(response: SubgraphResponse | Buffer): SubgraphReply {
  const bytes = Buffer.isBuffer(response) ? response : Buffer.from(JSON.stringify(response))
  return { body: bytes, read: () => read(bytes) }
}

function read(body: Buffer): SubgraphResponse {
  try {
    return readResponse({ statusCode: 200, body }) as SubgraphResponse
  } catch {
    return { errors: [{ message: 'unreadable' }] }
  }
}
