import { describe, expect, test } from 'vitest'
import {
  payloadOf,
  sampleEventOf,
  verificationPayload,
  webhookEventOf,
  webhookEvents,
} from './webhook-events.ts'

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string

/** Section 6 of the specification, the additional keys of the distribution order, and the event of orders. */
const specified = {
  'project-management-production-list-created': {
    project_management_production_list_id: 28417,
    sales_opportunity_id: 61530,
    job_id: 52093,
    event: 'project-management-production-list-created',
    webhook_id: 7,
  },
  'project-management-production-list-updated': {
    project_management_production_list_id: 28417,
    sales_opportunity_id: 61530,
    job_id: 52093,
    event: 'project-management-production-list-updated',
    webhook_id: 7,
  },
  'project-management-order-document-state-changed': {
    project_management_order_document_id: UUID,
    state: 'complete',
    project_management_production_list_id: 28417,
    job_id: 52093,
    event: 'project-management-order-document-state-changed',
    webhook_id: 7,
  },
  'project-management-order-state-changed': {
    project_management_order_id: UUID,
    state: 'cancelled',
    project_management_production_list_id: 28417,
    job_id: 52093,
    event: 'project-management-order-state-changed',
    webhook_id: 7,
  },
  'distribution-order-state-changed': {
    event: 'distribution-order-state-changed',
    distribution_order_id: UUID,
    state: 'submitted',
    webhook_id: 7,
    project_management_production_list_id: 28417,
    job_id: 52093,
  },
}

describe('payloads', () => {
  test.each(webhookEvents)('%s has exactly the documented fields and types', (event) => {
    const sample = sampleEventOf(event)
    expect(webhookEventOf(sample)).toBe(event)
    expect(payloadOf(event, sample.data, 7)).toStrictEqual(specified[event])
  })

  test('the handshake carries its event, the code and the integer id', () => {
    expect(verificationPayload('abc', 7)).toStrictEqual({
      event: 'webhook-verification-code',
      code: 'abc',
      webhook_id: 7,
    })
  })

  test.each(['pending', 'failed'])('an order document that is %s is not sent', (state) => {
    const sample = sampleEventOf('project-management-order-document-state-changed')
    expect(
      webhookEventOf({ ...sample, data: { ...sample.data, state } } as typeof sample),
    ).toBeUndefined()
  })

  test.each(['draft', 'submitted', 'delivered', 'a word of a later version'])(
    'a distribution order that is %s is sent with its state',
    (state) => {
      const sample = sampleEventOf('distribution-order-state-changed')
      const event = { ...sample, data: { ...sample.data, state } } as typeof sample
      expect(webhookEventOf(event)).toBe('distribution-order-state-changed')
      expect(payloadOf('distribution-order-state-changed', event.data, 7)).toMatchObject({ state })
    },
  )
})
