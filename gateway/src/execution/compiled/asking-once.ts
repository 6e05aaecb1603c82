import type { Run, SubgraphAnswer } from './fetch.ts'

interface Asked {
  readonly answer: Promise<SubgraphAnswer>
  askers: number
}

/** Equal reads that are under way at the same time are one. Whoever shares an answer gets a copy to fill in. */
export function askingOnce(ask: Run['ask']): Run['ask'] {
  const underWay = new Map<string, Asked>()
  return async (call) => {
    const key = `${call.subgraph} ${call.body}`
    const asked = underWay.get(key) ?? { answer: ask(call), askers: 0 }
    asked.askers += 1
    underWay.set(key, asked)
    const answer = await asked.answer
    underWay.delete(key)
    return asked.askers === 1 ? answer : structuredClone(answer)
  }
}
