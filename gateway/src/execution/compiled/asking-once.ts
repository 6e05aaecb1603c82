import type { Ask, SubgraphCall, SubgraphReply } from './fetch.ts'

interface UnderWay {
  readonly call: SubgraphCall
  readonly reply: Promise<SubgraphReply>
}

/** Equal reads that are under way at the same time are one. */
export function askingOnce(ask: Ask): Ask {
  const underWay = new Set<UnderWay>()
  return (call) => {
    for (const other of underWay) if (isSame(call, other.call)) return other.reply
    const asked = { call, reply: ask(call) }
    underWay.add(asked)
    void asked.reply.then(() => underWay.delete(asked))
    return asked.reply
  }
}

/** Bodies are long, and nearly all differ in length: to compare them is quicker than to look them up. */
export function isSame(call: SubgraphCall, other: SubgraphCall): boolean {
  return call.body === other.body && call.subgraph === other.subgraph
}
