import { isSame } from '../asking-once.ts'
import type { Ask, SubgraphCall, SubgraphReply } from '../fetch.ts'

/**
 * Answers from memory what is asked for the second time: an operation that has to be executed in another way after all
 * asks nobody twice.
 */
export class Repeated {
  readonly #ask: Ask
  readonly #asked: { readonly call: SubgraphCall; readonly reply: Promise<SubgraphReply> }[] = []

  constructor(ask: Ask) {
    this.#ask = ask
  }

  readonly first: Ask = (call) => {
    const reply = this.#ask(call)
    this.#asked.push({ call, reply })
    return reply
  }

  /** In their order, should the same have been asked more than once. */
  readonly again: Ask = (call) => {
    const place = this.#asked.findIndex((asked) => isSame(call, asked.call))
    const [known] = place < 0 ? [] : this.#asked.splice(place, 1)
    return known?.reply ?? this.#ask(call)
  }
}
