import { integerIdCursor, uuidCursor } from '@takeoff/kit/graphql/cursor'
import { distributionOperations } from './distribution-operations.ts'
import { orderOperations } from './order-operations.ts'
import { priceFile } from './price-file.ts'
import type { Scene } from './scene.ts'
import { providerOperations } from './provider-operations.ts'
import { templateOperations } from './template-operations.ts'
import { vendorOperations } from './vendor-operations.ts'

type Variables = Readonly<Record<string, unknown>>

/** A call with another organization's ids in its arguments, and the expected result. */
export interface Intrusion {
  readonly what: string
  readonly variables: (own: Scene, victim: Scene) => Variables
  /** An error code, or the data of the response. */
  readonly expected: { readonly code: string } | ((own: Scene) => unknown)
}

/** The valid call of an operation, and its misuses. */
export interface Operation {
  readonly variables: (own: Scene) => Variables
  readonly intrusions: readonly Intrusion[]
}

const CONFLICT = { code: 'CONFLICT' }
const FORBIDDEN = { code: 'FORBIDDEN' }
const NOT_FOUND = { code: 'NOT_FOUND' }
const BAD_USER_INPUT = { code: 'BAD_USER_INPUT' }
const RECEIVER = 'http://127.0.0.1:9/hook'
const EVENT = 'project-management-production-list-updated'
const SINCE = '2026-01-01T00:00:00.000Z'
const JOBS_IMPORT_MAX = 500
/** With every field, more would cost too much. */
const JOBS_PER_PAGE = 10
const LISTS_PER_PAGE = 40
const NOTHING = (): null => null
const NONE = (): unknown[] => []

const queries = {
  projectManagementProductionList: {
    variables: ({ jobId, orgId }) => ({ jobId, orgId }),
    intrusions: [
      {
        what: 'its job',
        variables: ({ orgId }, { jobId }) => ({ jobId, orgId }),
        expected: NOTHING,
      },
      {
        what: 'it, and its job',
        variables: (_own, { jobId, orgId }) => ({ jobId, orgId }),
        expected: FORBIDDEN,
      },
      {
        what: 'it, and a job of ours',
        variables: ({ jobId }, { orgId }) => ({ jobId, orgId }),
        expected: FORBIDDEN,
      },
    ],
  },
  projectManagementProductionListById: {
    variables: ({ list }) => ({ id: list.id }),
    intrusions: [
      { what: 'its list', variables: (_own, { list }) => ({ id: list.id }), expected: NOTHING },
    ],
  },
  projectManagementProductionLists: {
    variables: ({ jobId, orgId }) => ({ orgId, jobId, first: LISTS_PER_PAGE }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, first: LISTS_PER_PAGE }),
        expected: FORBIDDEN,
      },
      {
        what: 'its job',
        variables: ({ orgId }, { jobId }) => ({ orgId, jobId, first: LISTS_PER_PAGE }),
        expected: () => ({ nodes: [] }),
      },
      {
        what: 'its marker',
        variables: ({ orgId }, { marker }) => ({ orgId, search: marker, first: LISTS_PER_PAGE }),
        expected: () => ({ nodes: [] }),
      },
    ],
  },
  job: {
    variables: ({ jobId }) => ({ id: jobId }),
    intrusions: [
      { what: 'its job', variables: (_own, { jobId }) => ({ id: jobId }), expected: NOTHING },
    ],
  },
  jobs: {
    variables: ({ orgId }) => ({ orgId, first: JOBS_PER_PAGE }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, first: JOBS_PER_PAGE }),
        expected: FORBIDDEN,
      },
      {
        what: 'a cursor of its jobs',
        variables: ({ orgId }, { jobId }) => ({
          orgId,
          first: JOBS_PER_PAGE,
          after: integerIdCursor('jobs').format({ id: jobId }),
        }),
        expected: (own) => ({ nodes: [{ id: own.jobId }, { orgId: own.orgId }] }),
      },
      {
        what: 'words of its jobs',
        variables: ({ orgId }, { marker }) => ({ orgId, search: marker, first: JOBS_PER_PAGE }),
        expected: () => ({ nodes: [] }),
      },
    ],
  },
  projectManagementProductionListPreview: {
    variables: ({ jobId, templateId }) => ({ jobId, templateIds: [templateId] }),
    intrusions: [
      {
        what: 'its job',
        variables: ({ templateId }, { jobId }) => ({ jobId, templateIds: [templateId] }),
        expected: NOT_FOUND,
      },
      {
        what: 'its template',
        variables: ({ jobId }, { templateId }) => ({ jobId, templateIds: [templateId] }),
        expected: NOT_FOUND,
      },
    ],
  },
  measurementFilePreview: {
    variables: ({ measurementFileId, jobId }) => ({ id: measurementFileId, jobId }),
    intrusions: [
      {
        what: 'its measurement file',
        variables: ({ jobId }, { measurementFileId }) => ({ id: measurementFileId, jobId }),
        expected: NOTHING,
      },
      {
        what: 'its job, to compare with a file of ours',
        variables: ({ measurementFileId }, { jobId }) => ({ id: measurementFileId, jobId }),
        expected: () => ({ figures: [{ currentValue: null }] }),
      },
    ],
  },
  projectManagementProductionListRevisions: {
    variables: ({ list }) => ({ id: list.id }),
    intrusions: [
      {
        what: 'its list',
        variables: (_own, { list }) => ({ id: list.id }),
        expected: () => ({ nodes: [] }),
      },
    ],
  },
  projectManagementProductionListDiff: {
    variables: ({ list }) => ({ id: list.id, fromVersion: 1 }),
    intrusions: [
      {
        what: 'its list',
        variables: (_own, { list }) => ({ id: list.id, fromVersion: 1 }),
        expected: NOTHING,
      },
      {
        what: 'a version that its list does not have',
        variables: (_own, { list }) => ({ id: list.id, fromVersion: 999 }),
        expected: NOTHING,
      },
    ],
  },
  projectManagementProductionListRecomputation: {
    variables: ({ list }) => ({ id: list.id }),
    intrusions: [
      {
        what: 'its list',
        variables: (_own, { list }) => ({ id: list.id }),
        expected: NOTHING,
      },
      {
        what: 'measurements that its job does not have',
        variables: (_own, { list }) => ({ id: list.id, measurementVersion: 999 }),
        expected: NOTHING,
      },
    ],
  },
  projectManagementOrderDocuments: {
    variables: ({ list, document }) => ({
      productionListId: String(list.id),
      orderDocumentIds: [document.id],
    }),
    intrusions: [
      {
        what: 'its list',
        variables: (_own, { list }) => ({ productionListId: String(list.id) }),
        expected: NONE,
      },
      {
        what: 'its document',
        variables: (_own, { document }) => ({ orderDocumentIds: [document.id] }),
        expected: NONE,
      },
      {
        what: 'its document in a list of ours',
        variables: ({ list }, { document }) => ({
          productionListId: String(list.id),
          orderDocumentIds: [document.id],
        }),
        expected: NONE,
      },
      {
        what: 'a document of ours in its list',
        variables: ({ document }, { list }) => ({
          productionListId: String(list.id),
          orderDocumentIds: [document.id],
        }),
        expected: NONE,
      },
      {
        what: 'its document beside one of ours',
        variables: (own, victim) => ({ orderDocumentIds: [victim.document.id, own.document.id] }),
        expected: ({ document }) => [{ id: document.id }],
      },
    ],
  },
  priceBook: {
    variables: ({ orgId, vendorId }) => ({ orgId, vendorId }),
    intrusions: [
      {
        what: 'it, and its vendor',
        variables: (_own, { orgId, vendorId }) => ({ orgId, vendorId }),
        expected: FORBIDDEN,
      },
      {
        what: 'its vendor',
        variables: ({ orgId }, { vendorId }) => ({ orgId, vendorId }),
        expected: NOTHING,
      },
      {
        what: 'a cursor of its prices',
        variables: ({ orgId, vendorId }, other) => ({
          orgId,
          vendorId,
          prices_after: integerIdCursor('prices', other.orgId, other.vendorId).format({
            id: other.priceId,
          }),
        }),
        expected: { code: 'BAD_USER_INPUT' },
      },
      {
        what: 'a cursor that is forged with its price',
        variables: ({ orgId, vendorId }, { priceId }) => ({
          orgId,
          vendorId,
          prices_after: integerIdCursor('prices', orgId, vendorId).format({ id: priceId }),
        }),
        expected: () => ({ prices: { nodes: [] } }),
      },
    ],
  },
  priceBookImportPreview: ofPriceFile(),
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
  webhook: {
    variables: ({ webhook }) => ({ id: webhook.id }),
    intrusions: [
      {
        what: 'its webhook',
        variables: (_own, { webhook }) => ({ id: webhook.id }),
        expected: NOTHING,
      },
    ],
  },
  webhookDelivery: {
    variables: ({ deliveryId }) => ({ id: deliveryId }),
    intrusions: [
      {
        what: 'its delivery',
        variables: (_own, { deliveryId }) => ({ id: deliveryId }),
        expected: NOTHING,
      },
    ],
  },
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
        expected: () => ({ nodes: [] }),
      },
      {
        what: 'deliveries about its order document',
        variables: ({ orgId }, { document }) => ({ orgId, resourceId: document.id }),
        expected: () => ({ nodes: [] }),
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
        expected: () => ({ nodes: [] }),
      },
      {
        what: 'its user',
        variables: ({ orgId }, { organization: { userId } }) => ({ orgId, actor: { userId } }),
        expected: () => ({ nodes: [] }),
      },
    ],
  },
} satisfies Record<string, Operation>

const NEW_ITEM = { name: 'Skylight', quantity: 1, quantityUnits: 'EACH', unitCost: 410 }

const listMutations = {
  projectManagementProductionListCreate: {
    variables: ({ jobId, templateId }) => ({ jobId, templateIds: [templateId] }),
    intrusions: [
      {
        what: 'its job',
        variables: ({ templateId }, { jobId }) => ({ jobId, templateIds: [templateId] }),
        expected: NOT_FOUND,
      },
      {
        what: 'its job and its template',
        variables: (_own, { jobId, templateId }) => ({ jobId, templateIds: [templateId] }),
        expected: NOT_FOUND,
      },
      {
        what: 'its template',
        variables: ({ jobId }, { templateId }) => ({ jobId, templateIds: [templateId] }),
        expected: NOT_FOUND,
      },
      {
        what: 'its template beside one of ours',
        variables: (own, victim) => ({
          jobId: own.jobId,
          templateIds: [own.templateId, victim.templateId],
        }),
        expected: NOT_FOUND,
      },
    ],
  },
  // Before the list changes, because the digest would not match any more.
  projectManagementProductionListRecompute: {
    variables: ({ list, digest }) => ({ id: list.id, digest, measurementVersion: 2 }),
    intrusions: [
      {
        what: 'its list and the digest of its recomputation',
        variables: (_own, { list, digest }) => ({ id: list.id, digest }),
        expected: NOT_FOUND,
      },
      {
        what: 'the digest of its recomputation for a list of ours',
        variables: ({ list }, { digest }) => ({ id: list.id, digest }),
        expected: CONFLICT,
      },
      {
        what: 'changes of its items for a list of ours',
        variables: ({ list, digest }, { list: theirs }) => ({
          id: list.id,
          digest,
          measurementVersion: 2,
          changeIds: theirs.itemIds,
        }),
        expected: BAD_USER_INPUT,
      },
    ],
  },
  projectManagementProductionListUpdate: {
    variables: ({ list, vendorId }) => ({
      id: list.id,
      listItems: list.itemIds.map((id) => ({ id, vendorId, quantity: 7 })),
    }),
    intrusions: [
      {
        what: 'its list',
        variables: (_own, { list }) => ({ id: list.id, name: 'taken' }),
        expected: NOT_FOUND,
      },
      {
        what: 'a version of its list',
        variables: (_own, { list }) => ({ id: list.id, name: 'taken', version: 999 }),
        expected: NOT_FOUND,
      },
      {
        what: 'its list and item',
        variables: (_own, { list }) => ({
          id: list.id,
          listItems: [{ id: list.itemIds[0], quantity: 1 }],
        }),
        expected: NOT_FOUND,
      },
      {
        what: 'its item in a list of ours',
        variables: (own, { list }) => ({
          id: own.list.id,
          listItems: [{ id: list.itemIds[0], quantity: 1 }],
        }),
        expected: BAD_USER_INPUT,
      },
      {
        what: 'its vendor for an item of ours',
        variables: ({ list }, { vendorId }) => ({
          id: list.id,
          listItems: [{ id: list.itemIds[0], vendorId }],
        }),
        expected: BAD_USER_INPUT,
      },
      {
        what: 'its vendor for a new item of ours',
        variables: ({ list }, { vendorId }) => ({
          id: list.id,
          addListItems: [{ ...NEW_ITEM, vendorId }],
        }),
        expected: BAD_USER_INPUT,
      },
      {
        what: 'a place behind its item',
        variables: (own, { list }) => ({
          id: own.list.id,
          addListItems: [{ ...NEW_ITEM, afterListItemId: list.itemIds[0] }],
        }),
        expected: BAD_USER_INPUT,
      },
      {
        what: 'its item to remove from a list of ours',
        variables: (own, { list }) => ({
          id: own.list.id,
          removeListItemIds: [list.itemIds[0]],
        }),
        expected: BAD_USER_INPUT,
      },
      {
        what: 'its item in the order of a list of ours',
        variables: (own, { list }) => ({ id: own.list.id, listItemOrder: [list.itemIds[0]] }),
        expected: BAD_USER_INPUT,
      },
    ],
  },
  projectManagementProductionListMarkSold: {
    variables: ({ list }) => ({ id: list.id }),
    intrusions: [
      {
        what: 'its list',
        variables: (_own, { list }) => ({ id: list.id }),
        expected: NOT_FOUND,
      },
    ],
  },
} satisfies Record<string, Operation>

const jobMutations = {
  jobUpsert: {
    variables: ({ orgId, marker }) => ({ orgId, name: `${marker} Lane 2` }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, name: 'taken' }),
        expected: FORBIDDEN,
      },
      {
        what: 'its job as one of ours',
        variables: ({ orgId }, { jobId }) => ({ orgId, id: jobId, name: 'taken' }),
        expected: NOT_FOUND,
      },
    ],
  },
  jobMeasurementsImport: {
    variables: ({ jobId, marker }) => ({ jobId, measurements: { note: marker } }),
    intrusions: [
      {
        what: 'its job',
        variables: (_own, { jobId }) => ({ jobId, measurements: {} }),
        expected: NOT_FOUND,
      },
    ],
  },
  jobMeasurementFileImport: {
    variables: ({ jobId, measurementFileId }) => ({ jobId, fileId: measurementFileId }),
    intrusions: [
      {
        what: 'its job and a file of ours',
        variables: ({ measurementFileId }, { jobId }) => ({ jobId, fileId: measurementFileId }),
        expected: NOT_FOUND,
      },
      {
        what: 'its measurement file',
        variables: ({ jobId }, { measurementFileId }) => ({ jobId, fileId: measurementFileId }),
        expected: NOT_FOUND,
      },
      {
        what: 'its job and its measurement file',
        variables: (_own, { jobId, measurementFileId }) => ({ jobId, fileId: measurementFileId }),
        expected: NOT_FOUND,
      },
    ],
  },
  jobsImport: {
    variables: ({ orgId, marker, list }) => ({
      orgId,
      jobs: list.itemIds.slice(0, JOBS_IMPORT_MAX).map((id) => ({
        externalIdentifier: `${marker} ${id}`,
        name: `${marker} Lane`,
        measurements: { note: marker },
      })),
    }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, jobs: [{ externalIdentifier: 'taken' }] }),
        expected: FORBIDDEN,
      },
    ],
  },
} satisfies Record<string, Operation>

const priceMutations = {
  priceBookImport: ofPriceFile(),
  // The list still has the prices before that import.
  projectManagementProductionListReprice: {
    variables: ({ list }) => ({ id: list.id }),
    intrusions: [
      {
        what: 'its list',
        variables: (_own, { list }) => ({ id: list.id }),
        expected: NOT_FOUND,
      },
      {
        what: 'its list and item',
        variables: (_own, { list }) => ({ id: list.id, listItemIds: [list.itemIds[0]] }),
        expected: NOT_FOUND,
      },
      {
        what: 'its item in a list of ours',
        variables: (own, { list }) => ({ id: own.list.id, listItemIds: [list.itemIds[0]] }),
        expected: BAD_USER_INPUT,
      },
    ],
  },
} satisfies Record<string, Operation>

const webhookMutations = {
  webhookCreate: {
    variables: ({ orgId }) => ({ orgId, url: RECEIVER }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, url: RECEIVER }),
        expected: FORBIDDEN,
      },
    ],
  },
  webhookVerify: {
    variables: ({ newWebhook }) => ({ code: newWebhook.code }),
    intrusions: [
      {
        what: 'the code of its webhook',
        variables: (_own, { newWebhook }) => ({ code: newWebhook.code }),
        expected: BAD_USER_INPUT,
      },
    ],
  },
  webhookTest: ofWebhook({ event: EVENT }),
  webhookReplay: ofWebhook({ since: SINCE, onlyFailed: false }),
  webhookDeliveryRetry: {
    variables: ({ deliveryId }) => ({ id: deliveryId }),
    intrusions: [
      {
        what: 'its delivery',
        variables: (_own, { deliveryId }) => ({ id: deliveryId }),
        expected: NOT_FOUND,
      },
    ],
  },
  webhookUpdate: ofWebhook({ description: 'taken' }),
  webhookSecretRotate: ofWebhook({ overlapHours: 1 }),
  webhookDisable: ofWebhook({}),
  webhookEnable: ofWebhook({}),
  webhookVerificationResend: {
    variables: ({ silentWebhook }) => ({ id: silentWebhook.id }),
    intrusions: [
      {
        what: 'its webhook',
        variables: (_own, { silentWebhook }) => ({ id: silentWebhook.id }),
        expected: NOT_FOUND,
      },
    ],
  },
  webhookDelete: ofWebhook({}),
} satisfies Record<string, Operation>

/** A row for every operation of the composed schema, in an order in which one organization can call them. */
export const operations: Readonly<Record<string, Operation>> = {
  ...queries,
  ...listMutations,
  ...jobMutations,
  ...priceMutations,
  ...templateOperations,
  ...orderOperations,
  ...distributionOperations,
  ...vendorOperations,
  ...providerOperations,
  ...webhookMutations,
}

function ofWebhook(others: Variables): Operation {
  return {
    variables: ({ webhook }) => ({ id: webhook.id, ...others }),
    intrusions: [
      {
        what: 'its webhook',
        variables: (_own, { webhook }) => ({ id: webhook.id, ...others }),
        expected: NOT_FOUND,
      },
    ],
  }
}

function ofPriceFile(): Operation {
  const file = ({ marker, list }: Scene) => ({ csv: priceFile(marker, list.skus, 44.1) })
  return {
    variables: (own) => ({ orgId: own.orgId, vendorId: own.vendorId, ...file(own) }),
    intrusions: [
      {
        what: 'it, and its vendor',
        variables: (own, { orgId, vendorId }) => ({ orgId, vendorId, ...file(own) }),
        expected: FORBIDDEN,
      },
      {
        what: 'it, and a vendor of ours',
        variables: (own, { orgId }) => ({ orgId, vendorId: own.vendorId, ...file(own) }),
        expected: FORBIDDEN,
      },
      {
        what: 'its vendor',
        variables: (own, { vendorId }) => ({ orgId: own.orgId, vendorId, ...file(own) }),
        expected: BAD_USER_INPUT,
      },
    ],
  }
}
