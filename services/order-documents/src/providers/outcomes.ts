import { z } from 'zod'
import { normalStatus } from '../domain/distribution/provider-status.ts'
import { providerText } from '../domain/distribution/provider-text.ts'
import type { ProviderResponse } from './provider-client.ts'
import type {
  CancelOutcome,
  FindOutcome,
  ReceivedOrder,
  Refusal,
  SubmitOutcome,
} from '../domain/distribution/provider.ts'

const LINES_MAX = 10_000

const word = z
  .string()
  .max(100)
  .transform((text) => providerText(text, 100))
  .pipe(z.string().min(1))
const rejectedLines = z
  .array(
    z.object({
      lineId: z.string().max(100).toLowerCase(),
      reason: z.string().transform((text) => providerText(text)),
    }),
  )
  .max(LINES_MAX)
  .default([])

const receiptSchema = z.object({
  clientOrderId: z.string(),
  confirmationNumber: word,
  status: word,
  rejectedLines,
})
const refusalSchema = z.object({
  clientOrderId: z.string(),
  confirmationNumber: z.null(),
  reason: z.string().optional(),
  rejectedLines,
})
const notFoundSchema = z.object({
  code: z.literal('ORDER_NOT_FOUND'),
  clientOrderId: z.string(),
})

/** The outcome of a response to a new order. In doubt the order may have arrived. */
export function submitOutcomeOf(response: ProviderResponse, clientOrderId: string): SubmitOutcome {
  if (response.kind === 'no-response') {
    const { isSurelyUnsent, reason } = response
    return { kind: isSurelyUnsent ? 'not-sent' : 'unknown', reason }
  }
  const { status } = response
  if (isUnprocessed(response)) {
    const retryAfterMs =
      response.retryAfterMs === undefined ? {} : { retryAfterMs: response.retryAfterMs }
    return { kind: 'not-sent', reason: problemOf(response), ...retryAfterMs }
  }
  if (isSuccess(status)) return receivedOf(response.body, clientOrderId)
  if (isRefusal(status)) return { kind: 'rejected', reason: problemOf(response), rejectedLines: [] }
  return { kind: 'unknown', reason: problemOf(response) }
}

export function findOutcomeOf(response: ProviderResponse, clientOrderId: string): FindOutcome {
  if (response.kind === 'no-response') return { kind: 'unknown', reason: response.reason }
  const receipt = receiptSchema.safeParse(response.body)
  if (isSuccess(response.status) && receipt.success && isOf(receipt.data, clientOrderId)) {
    return { kind: 'found', ...toReceived(receipt.data) }
  }
  if (isSuccess(response.status)) {
    const refusal = refusalOf(response.body, clientOrderId)
    if (refusal !== undefined) return refusal
  }
  // A wrong address responds with 404 too; trusting it would place the order twice.
  const absence = notFoundSchema.safeParse(response.body)
  if (response.status === 404 && absence.success && isOf(absence.data, clientOrderId)) {
    return { kind: 'not-found' }
  }
  return { kind: 'unknown', reason: problemOf(response) }
}

export function cancelOutcomeOf(response: ProviderResponse, clientOrderId: string): CancelOutcome {
  if (response.kind === 'no-response') return { kind: 'unknown', reason: response.reason }
  const receipt = receiptSchema.safeParse(response.body)
  if (isSuccess(response.status) && receipt.success && isOf(receipt.data, clientOrderId)) {
    const received = toReceived(receipt.data)
    return normalStatus(received.rawStatus) === 'cancelled'
      ? { kind: 'cancelled', rawStatus: received.rawStatus }
      : { kind: 'not-cancelled', ...received }
  }
  const isFinal = response.status >= 400 && response.status < 500 && !isPassing(response.status)
  return { kind: isFinal ? 'refused' : 'unknown', reason: problemOf(response) }
}

/** The status 202 is not acceptance: the body decides. */
function receivedOf(body: unknown, clientOrderId: string): SubmitOutcome {
  const receipt = receiptSchema.safeParse(body)
  if (receipt.success && isOf(receipt.data, clientOrderId))
    return { kind: 'accepted', ...toReceived(receipt.data) }
  const refusal = refusalOf(body, clientOrderId)
  return refusal ?? { kind: 'unknown', reason: 'the response cannot be read' }
}

function refusalOf(body: unknown, clientOrderId: string): Refusal | undefined {
  const refusal = refusalSchema.safeParse(body)
  if (!refusal.success || !isOf(refusal.data, clientOrderId)) return undefined
  const reason = providerText(refusal.data.reason ?? 'refused without a reason')
  return { kind: 'rejected', reason, rejectedLines: refusal.data.rejectedLines }
}

function toReceived({
  confirmationNumber,
  status,
  rejectedLines,
}: z.infer<typeof receiptSchema>): ReceivedOrder {
  return { confirmationNumber, rawStatus: status, rejectedLines }
}

function isOf(body: { readonly clientOrderId: string }, clientOrderId: string): boolean {
  return body.clientOrderId.toLowerCase() === clientOrderId.toLowerCase()
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

/** Rejected before processing. A 503 without `Retry-After` may be a crash during processing. */
function isUnprocessed({
  status,
  retryAfterMs,
}: ProviderResponse & { readonly kind: 'response' }): boolean {
  return status === 429 || (status === 503 && retryAfterMs !== undefined)
}

/** 408 and 425 leave the state of the order open; 409 means that its id is known already. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !isPassing(status) && status !== 409
}

function isPassing(status: number): boolean {
  return [408, 425, 429].includes(status)
}

const problemSchema = z.object({
  detail: z.string().optional(),
  reason: z.string().optional(),
  title: z.string().optional(),
})

/** The reason that a provider gives for an error, with the status. */
function problemOf({ status, body }: ProviderResponse & { readonly kind: 'response' }): string {
  const problem = problemSchema.safeParse(body)
  const { detail, reason, title } = problem.success ? problem.data : {}
  const text = providerText(detail ?? reason ?? title ?? '')
  return text === '' ? `answered ${status}` : `${text} (${status})`
}
