import { integerIdCursor, uuidCursor } from '@takeoff/kit/graphql/cursor'
import {
  BAD_USER_INPUT,
  FORBIDDEN,
  NOTHING,
  NOT_FOUND,
  NO_NODES,
  withForeignIds,
} from './operation.ts'
import type { Operation, Variables } from './operation.ts'

const RECEIVER = 'http://127.0.0.1:9/hook'
const EVENT = 'project-management-production-list-updated'
const SINCE = '2026-01-01T00:00:00.000Z'

export const webhookQueries = {
  webhooks: {
    variables: ({ orgId }) => ({ orgId }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId }),
        expected: FORBIDDEN,
      },
      {
        what: 'a cursor of its webhooks',
        variables: ({ orgId }, { webhook }) => ({
          orgId,
          after: integerIdCursor('webhooks').format(webhook),
        }),
        expected: (own) => ({
          nodes: [{ id: own.webhook.id }, { id: own.newWebhook.id }, { id: own.silentWebhook.id }],
        }),
      },
      {
        what: 'a cursor of its deliveries',
        variables: ({ orgId }, { deliveryId }) => ({
          orgId,
          deliveries_after: uuidCursor('deliveries').format({ id: deliveryId }),
        }),
        expected: () => ({
          nodes: Array.from({ length: 3 }, () => ({ deliveries: { nodes: [] } })),
        }),
      },
      {
        what: 'deliveries about its order document',
        variables: ({ orgId }, { document }) => ({
          orgId,
          deliveries_resourceId: document.id,
        }),
        expected: () => ({
          nodes: Array.from({ length: 3 }, () => ({ deliveries: { nodes: [] } })),
        }),
      },
    ],
  },
  webhook: withForeignIds('its webhook', ({ webhook }) => ({ id: webhook.id }), NOTHING),
  webhookDelivery: withForeignIds(
    'its delivery',
    ({ deliveryId }) => ({ id: deliveryId }),
    NOTHING,
  ),
  webhookDeliveries: {
    variables: ({ orgId }) => ({ orgId }),
    intrusions: [
      { what: 'its deliveries', variables: (_own, { orgId }) => ({ orgId }), expected: FORBIDDEN },
      {
        what: 'a cursor of its deliveries',
        variables: ({ orgId }, { deliveryId }) => ({
          orgId,
          after: uuidCursor('deliveries').format({ id: deliveryId }),
        }),
        expected: NO_NODES,
      },
      {
        what: 'deliveries about its order document',
        variables: ({ orgId }, { document }) => ({ orgId, resourceId: document.id }),
        expected: NO_NODES,
      },
    ],
  },
  webhookEvents: { variables: () => ({}), intrusions: [] },
  auditLog: {
    variables: ({ orgId }) => ({ orgId }),
    intrusions: [
      { what: 'it', variables: (_own, { orgId }) => ({ orgId }), expected: FORBIDDEN },
      {
        what: 'one of its webhooks',
        variables: ({ orgId }, { webhook }) => ({
          orgId,
          target: { type: 'webhook', id: String(webhook.id) },
        }),
        expected: NO_NODES,
      },
      {
        what: 'its user',
        variables: ({ orgId }, { organization: { userId } }) => ({ orgId, actor: { userId } }),
        expected: NO_NODES,
      },
    ],
  },
} satisfies Record<string, Operation>

export const webhookMutations = {
  webhookCreate: withForeignIds('it', ({ orgId }) => ({ orgId, url: RECEIVER }), FORBIDDEN),
  webhookVerify: withForeignIds(
    'the code of its webhook',
    ({ newWebhook }) => ({ code: newWebhook.code }),
    BAD_USER_INPUT,
  ),
  webhookTest: ofWebhook({ event: EVENT }),
  webhookReplay: ofWebhook({ since: SINCE, onlyFailed: false }),
  webhookDeliveryRetry: withForeignIds(
    'its delivery',
    ({ deliveryId }) => ({ id: deliveryId }),
    NOT_FOUND,
  ),
  webhookUpdate: ofWebhook({ description: 'taken' }),
  webhookSecretRotate: ofWebhook({ overlapHours: 1 }),
  webhookDisable: ofWebhook({}),
  webhookEnable: ofWebhook({}),
  webhookVerificationResend: withForeignIds(
    'its webhook',
    ({ silentWebhook }) => ({ id: silentWebhook.id }),
    NOT_FOUND,
  ),
  webhookDelete: ofWebhook({}),
} satisfies Record<string, Operation>

function ofWebhook(others: Variables): Operation {
  return withForeignIds('its webhook', ({ webhook }) => ({ id: webhook.id, ...others }), NOT_FOUND)
}
