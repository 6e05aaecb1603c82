import { within } from '../within.ts'

/** What carries messages between a worker and the primary. */
export interface Channel {
  /** Loses the message when the other side is gone. */
  readonly send: (message: object) => void
  readonly listen: (listener: (message: unknown) => void) => void
}

/** Questions and answers over a channel, in both directions. */
export interface Line {
  /** From now on this side knows an answer to the question. */
  answer(question: string, answer: () => unknown): void
  /** @throws Error with what the other side said, or when it said nothing in time */
  ask(question: string, limitMs: number): Promise<unknown>
}

type Message =
  | { readonly type: 'question'; readonly id: number; readonly question: string }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly reason: string }

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

export function openLine(channel: Channel): Line {
  const answers = new Map<string, () => unknown>()
  const waiting = new Map<number, Waiting>()
  let asked = 0
  channel.listen((given) => {
    const message = given as Message
    if (message.type === 'question') void reply(message.id, message.question)
    if (message.type === 'answer') waiting.get(message.id)?.resolve(message.value)
    if (message.type === 'refusal') waiting.get(message.id)?.reject(new Error(message.reason))
  })

  async function reply(id: number, question: string): Promise<void> {
    try {
      const answer = answers.get(question)
      if (answer === undefined) throw new Error(`Nobody knows an answer to ${question} here.`)
      channel.send({ type: 'answer', id, value: await answer() })
    } catch (error) {
      channel.send({ type: 'refusal', id, reason: String(error) })
    }
  }

  return {
    answer: (question, answer) => void answers.set(question, answer),
    async ask(question, limitMs) {
      const id = (asked += 1)
      const answer = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
      })
      channel.send({ type: 'question', id, question })
      try {
        return await within(limitMs, answer, `there was no answer within ${limitMs} ms`)
      } finally {
        waiting.delete(id)
      }
    },
  }
}
