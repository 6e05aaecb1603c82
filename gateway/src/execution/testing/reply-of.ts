import type { SubgraphAnswer, SubgraphReply } from '../compiled/fetch.ts'

/** What a subgraph replies with, when it answers this. */
export function replyOf(answer: SubgraphAnswer): SubgraphReply {
  const text = JSON.stringify(answer)
  return { body: Buffer.from(text), read: () => JSON.parse(text) as SubgraphAnswer }
}
