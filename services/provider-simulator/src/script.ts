import { z } from 'zod'

const outcomeSchema = z.strictObject({
  /** Whether the request takes effect, independently of the response. */
  takesEffect: z.boolean().default(true),
  /** Positions of the lines that are refused, from 0. */
  rejectedLines: z.array(z.int().min(0)).default([]),
  reason: z.string().default('Not available at this branch'),
  /** Delay before the request takes effect. */
  delayMs: z.int().min(0).max(60_000).default(0),
  /** `none` closes the connection without a response. */
  answer: z
    .union([
      z.enum(['usual', 'none']),
      z.strictObject({
        status: z.int().min(200).max(599),
        headers: z.record(z.string(), z.string()).default({}),
        /** A string is sent unchanged. */
        body: z.unknown().optional(),
      }),
    ])
    .default('usual'),
})

export type Outcome = z.infer<typeof outcomeSchema>

const refusal = { status: 422, body: { detail: 'The account is on hold' } }
const failure = { status: 500, body: { detail: 'Internal error' } }
const tooMany = { status: 429, headers: { 'retry-after': '7' }, body: { detail: 'Slow down' } }
const pause = { status: 503, headers: { 'retry-after': '7' }, body: { detail: 'Maintenance' } }

/** Outcomes by name, for scripts that need nothing special. */
export const outcomes = {
  accept: {},
  'reject-a-line': { rejectedLines: [0] },
  'reject-all': { takesEffect: false, answer: refusal },
  /** 202 as for an accepted order; the body contains the refusal. */
  'reject-inside': { takesEffect: false },
  'accept-and-drop': { answer: 'none' },
  'drop-before': { takesEffect: false, answer: 'none' },
  'accept-and-fail': { answer: failure },
  'fail-before': { takesEffect: false, answer: failure },
  'accept-and-babble': { answer: { status: 202, body: '<html>accepted</html>' } },
  'too-many-requests': { takesEffect: false, answer: tooMany },
  maintenance: { takesEffect: false, answer: pause },
  'wrong-token': { takesEffect: false, answer: { status: 401, body: { detail: 'Token expired' } } },
} as const satisfies Readonly<Record<string, z.input<typeof outcomeSchema>>>

export type OutcomeName = keyof typeof outcomes

const nameSchema = z
  .enum(Object.keys(outcomes) as [OutcomeName, ...OutcomeName[]])
  .transform((name) => outcomeSchema.parse(outcomes[name]))

export const scriptSchema = z.strictObject({
  on: z.enum(['submit', 'find', 'cancel']).default('submit'),
  // Conditions for the calls that it decides; an absent one matches every call.
  provider: z.string().optional(),
  accountNumber: z.string().optional(),
  purchaseOrderNumber: z.string().optional(),
  clientOrderId: z.string().optional(),
  outcome: z.union([nameSchema, outcomeSchema]),
  /** How many calls it decides; null: all. */
  times: z.int().min(1).nullable().default(1),
  /** Decides every nth matching call only. */
  every: z.int().min(1).default(1),
})

export type Script = z.infer<typeof scriptSchema>
/** A script as posted: fields with a default may be left out. */
export type ScriptInput = z.input<typeof scriptSchema>

export interface Call {
  readonly on: Script['on']
  readonly provider: string
  readonly clientOrderId: string
  readonly accountNumber: string | undefined
  readonly purchaseOrderNumber: string | null | undefined
}

/** Scripts that have not been used up. */
export class Scripts {
  readonly #waiting: { readonly script: Script; seen: number; used: number }[] = []

  add(script: Script): void {
    this.#waiting.push({ script, seen: 0, used: 0 })
  }

  /** The outcome of the oldest matching script, or the default one. */
  take(call: Call): Outcome {
    for (const entry of this.#waiting) {
      const { script } = entry
      if (entry.used === script.times || !fits(script, call)) continue
      entry.seen += 1
      if (entry.seen % script.every !== 0) continue
      entry.used += 1
      return script.outcome
    }
    return outcomeSchema.parse({})
  }

  clear(): void {
    this.#waiting.splice(0)
  }
}

function fits(script: Script, call: Call): boolean {
  const names = ['provider', 'accountNumber', 'purchaseOrderNumber', 'clientOrderId'] as const
  return (
    script.on === call.on &&
    names.every((name) => script[name] === undefined || script[name] === call[name])
  )
}
