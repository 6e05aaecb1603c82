import type { SendToSubgraph, SubgraphCall, SubgraphReply } from '../subgraph-call.ts'

/**
 * Repeats the replies to calls that were sent before: an operation that is executed after a failed splice sends no
 * request twice.
 */
export class Repeated {
  readonly #send: SendToSubgraph
  readonly #sent: { readonly call: SubgraphCall; readonly reply: Promise<SubgraphReply> }[] = []

  constructor(send: SendToSubgraph) {
    this.#send = send
  }

  readonly first: SendToSubgraph = (call) => {
    const reply = this.#send(call)
    this.#sent.push({ call, reply })
    return reply
  }

  /** Returns equal calls' replies in the order in which they were sent. */
  readonly again: SendToSubgraph = (call) => {
    const index = this.#sent.findIndex(
      ({ call: { body, subgraph } }) => body === call.body && subgraph === call.subgraph,
    )
    const [known] = index < 0 ? [] : this.#sent.splice(index, 1)
    return known?.reply ?? this.#send(call)
  }
}
