import { assertNever } from '@takeoff/kit/values/invariant'
import { findKnownProvider } from '../src/providers/known-providers.ts'
import type {
  CancelOutcome,
  FindOutcome,
  OrderProvider,
  ProviderOrder,
  ReceivedOrder,
  RejectedLine,
  SubmitOutcome,
} from '../src/domain/distribution/provider.ts'

/** The behaviour of a fake for the next submission. */
export type Script =
  | { readonly kind: 'accept'; readonly rejectedLines?: readonly RejectedLine[] }
  | { readonly kind: 'refuse'; readonly reason: string }
  | { readonly kind: 'turn-away' }
  /** It accepts the order, and its response is lost. */
  | { readonly kind: 'drop-response' }
  /** The request is lost. */
  | { readonly kind: 'drop-request' }
  /** It accepts the order, and responds when `release` is called. */
  | { readonly kind: 'hang' }

/** A provider that records its submissions. */
export interface FakeProvider extends OrderProvider {
  /** Every accepted submission, so an order that was placed twice is here twice. */
  readonly books: readonly ProviderOrder[]
  /** Received submissions, accepted or not. */
  readonly submissions: () => number
  /** Number of look-ups of an order. */
  readonly questions: () => number
  /** Sets one behaviour for each of the next submissions; later ones are accepted. */
  script(...scripts: Script[]): void
  say(rawStatus: string): void
  /** Refuses these lines of an order that is looked up. */
  refuseLines(...rejectedLines: RejectedLine[]): void
  refuseCancellations(reason: string): void
  /** Responds to the hanging submissions. */
  release(): void
}

const CANCELLED = { kind: 'cancelled', rawStatus: 'Cancelled' } as const
const UNKNOWN = { kind: 'unknown', reason: 'no response in 10 s' } as const

export function createFakeProvider(
  identifier: 'abc-supply' | 'srs' | 'qxo',
  settleMs = 120_000,
): FakeProvider {
  const known = findKnownProvider(identifier)
  if (known === undefined) throw new Error(`no provider ${identifier}`)
  const books: ProviderOrder[] = []
  const scripts: Script[] = []
  const hanging: (() => void)[] = []
  let rawStatus = 'Pending'
  let refusal: string | undefined
  let refusedLines: readonly RejectedLine[] = []
  const counts = { submissions: 0, questions: 0 }

  const receive = (order: ProviderOrder, rejectedLines: readonly RejectedLine[] = []) => {
    books.push(order)
    return receipt(order.clientOrderId, rejectedLines)
  }
  const receipt = (id: string, rejectedLines: readonly RejectedLine[] = []): ReceivedOrder => ({
    confirmationNumber: `C-${id}`,
    rawStatus,
    rejectedLines,
  })

  return {
    ...known,
    settleMs,
    books,
    submissions: () => counts.submissions,
    questions: () => counts.questions,
    script: (...more) => void scripts.push(...more),
    say: (word) => void (rawStatus = word),
    refuseLines: (...rejectedLines) => void (refusedLines = rejectedLines),
    refuseCancellations: (reason) => void (refusal = reason),
    release: () => hanging.splice(0).forEach((resume) => resume()),
    async submit(order): Promise<SubmitOutcome> {
      counts.submissions += 1
      const script = scripts.shift() ?? { kind: 'accept' }
      switch (script.kind) {
        case 'accept':
          return { kind: 'accepted', ...receive(order, script.rejectedLines) }
        case 'refuse':
          return { kind: 'rejected', reason: script.reason, rejectedLines: [] }
        case 'turn-away':
          return { kind: 'not-sent', reason: 'ABC Supply is busy (429)' }
        case 'drop-response':
          receive(order)
          return UNKNOWN
        case 'drop-request':
          return UNKNOWN
        case 'hang': {
          const received = receive(order)
          await new Promise<void>((resolve) => hanging.push(resolve))
          return { kind: 'accepted', ...received }
        }
        default:
          return assertNever(script, 'script')
      }
    },
    find(id): Promise<FindOutcome> {
      counts.questions += 1
      const isKnown = books.some(({ clientOrderId }) => clientOrderId === id)
      const found = { kind: 'found', ...receipt(id, refusedLines) } as const
      return Promise.resolve(isKnown ? found : { kind: 'not-found' })
    },
    cancel(): Promise<CancelOutcome> {
      return Promise.resolve(
        refusal === undefined ? CANCELLED : { kind: 'refused', reason: refusal },
      )
    },
  }
}
