import type { UnreadAnswer } from '../subgraph-answer.ts'
import { exchange } from '../subgraph-exchange.ts'
import type { ExchangeOptions } from '../subgraph-exchange.ts'

/** Posts to a subgraph, and rejects with what is wrong with its answer. */
export function exchanged(options: ExchangeOptions): Promise<UnreadAnswer> {
  return new Promise((onAnswer, onFault) => exchange(options, { onAnswer, onFault }))
}
