import type { SubgraphAnswer, SubgraphReply } from '../compiled/fetch.ts'
import { readAnswer } from '../subgraph-answer.ts'

/** What a subgraph replies with, when it answers this, or with these bytes. */
export function replyOf(answer: SubgraphAnswer | Buffer): SubgraphReply {
  if (Buffer.isBuffer(answer)) return { body: answer, read: () => read(answer) }
  const text = JSON.stringify(answer)
  return { body: Buffer.from(text), read: () => JSON.parse(text) as SubgraphAnswer }
}

function read(body: Buffer): SubgraphAnswer {
  try {
    return readAnswer({ statusCode: 200, body }) as SubgraphAnswer
  } catch {
    return { errors: [{ message: 'unreadable' }] }
  }
}
