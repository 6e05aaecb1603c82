import type { SubgraphAnswer, SubgraphReply } from '../compiled/fetch.ts'
import { readAnswer } from '../subgraph-answer.ts'

/** What a subgraph replies with, when it answers this, or with these bytes. */
export function replyOf(answer: SubgraphAnswer | Buffer): SubgraphReply {
  const bytes = Buffer.isBuffer(answer) ? answer : Buffer.from(JSON.stringify(answer))
  const body = bytes.toString('latin1')
  return { body, read: () => read(body) }
}

function read(body: string): SubgraphAnswer {
  try {
    return readAnswer({ statusCode: 200, body }) as SubgraphAnswer
  } catch {
    return { errors: [{ message: 'unreadable' }] }
  }
}
