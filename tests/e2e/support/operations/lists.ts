import {
  BAD_USER_INPUT,
  CONFLICT,
  FORBIDDEN,
  NOTHING,
  NOT_FOUND,
  NO_NODES,
  withForeignIds,
} from './operation.ts'
import type { Operation } from './operation.ts'

const LISTS_PER_PAGE = 40
const NEW_ITEM = { name: 'Skylight', quantity: 1, quantityUnits: 'EACH', unitCost: 410 }

export const listQueries = {
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
  projectManagementProductionListById: withForeignIds(
    'its list',
    ({ list }) => ({ id: list.id }),
    NOTHING,
  ),
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
        expected: NO_NODES,
      },
      {
        what: 'its marker',
        variables: ({ orgId }, { marker }) => ({ orgId, search: marker, first: LISTS_PER_PAGE }),
        expected: NO_NODES,
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
  projectManagementProductionListRevisions: withForeignIds(
    'its list',
    ({ list }) => ({ id: list.id }),
    NO_NODES,
  ),
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
} satisfies Record<string, Operation>

export const listMutations = {
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
  projectManagementProductionListMarkSold: withForeignIds(
    'its list',
    ({ list }) => ({ id: list.id }),
    NOT_FOUND,
  ),
} satisfies Record<string, Operation>
