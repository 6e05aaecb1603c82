import { parseEnvelope } from '@takeoff/contracts/envelope'
import type { Envelope } from '@takeoff/contracts/envelope'
import distributionOrder from '@takeoff/contracts/samples/distribution-order.state-changed.json' with { type: 'json' }
import orderDocument from '@takeoff/contracts/samples/order-document.state-changed.json' with { type: 'json' }
import listCreated from '@takeoff/contracts/samples/production-list.created.json' with { type: 'json' }
import listUpdated from '@takeoff/contracts/samples/production-list.updated.json' with { type: 'json' }
import type { WebhookEvent } from './webhook-events.ts'

const samples: Readonly<Record<WebhookEvent, unknown>> = {
  'project-management-production-list-created': listCreated,
  'project-management-production-list-updated': listUpdated,
  'project-management-order-document-state-changed': orderDocument,
  'distribution-order-state-changed': distributionOrder,
}

/** The domain event that `webhookTest` sends: the sample from the tests of the contracts. */
export function sampleEventOf(event: WebhookEvent): Envelope {
  return parseEnvelope(samples[event])
}
