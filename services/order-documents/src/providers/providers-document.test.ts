import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { deliveryInstructionsOf } from '../domain/distribution/provider-limits.ts'
import type { ProviderLimits } from '../domain/distribution/provider-limits.ts'
import { normalStatus, statusTable } from '../domain/distribution/provider-status.ts'
import { BREAKER_FAILURES, BREAKER_OPEN_MS } from './circuit-breaker.ts'
import type { ProviderResponse } from './provider-client.ts'
import { knownProviders } from './known-providers.ts'
import { findOutcomeOf, submitOutcomeOf } from './outcomes.ts'
import { orderBodyOf } from './order-body.ts'
import type { ProviderOrder } from '../domain/distribution/provider.ts'

const text = readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8')
const rows = text.split('\n').flatMap((line) => (line.startsWith('| ') ? [cellsOf(line)] : []))
const [order, receipt, refusal, notFound] = [...text.matchAll(/```json\n(.+?)```/gs)].map(
  ([, json = '']) => JSON.parse(json),
)

describe('docs/providers.md', () => {
  const limits: readonly (readonly [string, (limits: ProviderLimits) => string])[] = [
    ['Purchase order number', (l) => lengthOf(l.purchaseOrderNumberLength)],
    ['Purchase order number required', (l) => wordOf(l.purchaseOrderNumberRequired)],
    ['Lines', (l) => lengthOf(l.lineCount)],
    ['Delivery instructions', (l) => lengthOf(l.deliveryInstructionsLength)],
    ['… of which the branch sees', (l) => lengthOf(l.deliveryInstructionsSeenLength)],
    ['Job name', (l) => lengthOf(l.jobNameLength)],
    ['Job number', (l) => lengthOf(l.jobNumberLength)],
    ['Line of the ship-to address', (l) => lengthOf(l.addressLineLength)],
    ['Ship-to address required', (l) => wordOf(l.shipToRequired)],
    ['Account number must be digits', (l) => wordOf(l.numericAccountNumber)],
  ]

  it('has a column for each known provider', () => {
    const named = knownProviders.map(({ identifier, name }) => `${name} \`${identifier}\``)

    expect(rows).toContainEqual(['', ...named])
  })

  it.each(limits)('has the limit %s', (name, show) => {
    expect(rows).toContainEqual([name, ...knownProviders.map(({ limits }) => show(limits))])
  })

  it('shows which providers accept cancellations', () => {
    const words = knownProviders.map(({ canCancel }) => wordOf(canCancel))

    expect(rows).toContainEqual(['Takes cancellations', ...words])
  })

  it.each(Object.entries(statusTable))('has the status %s', (status, { rawStatuses, state }) => {
    expect(rows).toContainEqual([rawStatuses.join(', '), `\`${status}\``, `\`${state}\``])
    for (const raw of rawStatuses) expect(normalStatus(raw)).toBe(status)
  })

  it('shows an order as it is sent', () => {
    expect(orderBodyOf(documentedOrder(), { accountNumber: '4711', branch: '18' })).toEqual(order)
  })

  it('shows responses as the adapter interprets them', () => {
    expect(submitOutcomeOf(answered(202, receipt), documentedOrder().clientOrderId)).toMatchObject({
      kind: 'accepted',
      confirmationNumber: 'S100001',
      rejectedLines: [{ reason: 'Not available at this branch' }],
    })
    expect(submitOutcomeOf(answered(202, refusal), documentedOrder().clientOrderId)).toMatchObject({
      kind: 'rejected',
      reason: 'The account is on hold',
    })
    expect(findOutcomeOf(answered(200, receipt), order.clientOrderId).kind).toBe('found')
    expect(findOutcomeOf(answered(404, notFound), order.clientOrderId).kind).toBe('not-found')
  })

  it.each(['accepted', 'rejected', 'not-sent', 'unknown'])('has the outcome %s', (outcome) => {
    const descriptions = rows.flatMap(([description = '', kind]) =>
      kind === `\`${outcome}\`` ? description : [],
    )

    expect(descriptions.length).toBeGreaterThan(0)
    for (const description of descriptions) {
      const retryAfterMs = description.includes('Retry-After') ? 1 : undefined
      const body = description.includes('receipt') ? receipt : refusal
      for (const [status] of description.matchAll(/\d{3}/g)) {
        const given = { ...answered(Number(status), body), retryAfterMs }
        expect([status, submitOutcomeOf(given, documentedOrder().clientOrderId).kind]).toEqual([
          status,
          outcome,
        ])
      }
    }
  })

  it('states when the circuit opens and for how long', () => {
    expect(text).toContain(`${BREAKER_FAILURES} failed calls in a row`)
    expect(text).toContain(`for ${BREAKER_OPEN_MS / 1_000} seconds`)
  })
})

/** The order whose request body the document shows. */
function documentedOrder(): ProviderOrder {
  const { accountNumber: _account, branch: _branch, delivery, ...rest } = order
  const { instructions, ...others } = delivery
  const [placementNotes, accessNotes] = instructions.split('\n')
  expect(deliveryInstructionsOf({ ...others, placementNotes, accessNotes })).toBe(instructions)
  return { ...rest, delivery: { ...others, placementNotes, accessNotes } }
}

function answered(status: number, body: unknown): ProviderResponse & { readonly kind: 'response' } {
  return { kind: 'response', status, retryAfterMs: undefined, body }
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function lengthOf(limit: number | null): string {
  return limit === null ? '' : String(limit)
}

function wordOf(is: boolean): string {
  return is ? 'yes' : ''
}
