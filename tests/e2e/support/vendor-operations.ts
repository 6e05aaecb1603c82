import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import type { Operation } from './operations.ts'

const FORBIDDEN = { code: 'FORBIDDEN' }
const NOT_FOUND = { code: 'NOT_FOUND' }
const CONNECTION = {
  providerIdentifier: 'abc-supply',
  accountNumber: '20417',
  accessToken: 'some-token',
}
const NOTHING = (): null => null

const vendorQueries = {
  vendor: {
    variables: ({ vendorId }) => ({ id: vendorId }),
    // lists:read or orders:read: neither is needed beside the other.
    scopes: [],
    intrusions: [
      {
        what: 'its vendor',
        variables: (_own, { vendorId }) => ({ id: vendorId }),
        answer: NOTHING,
      },
    ],
  },
  vendors: {
    variables: ({ orgId }) => ({ orgId }),
    scopes: [],
    intrusions: [
      { what: 'it', variables: (_own, { orgId }) => ({ orgId }), answer: FORBIDDEN },
      {
        what: 'a cursor of its vendors',
        variables: ({ orgId }, { vendorId }) => ({
          orgId,
          after: integerIdCursor('vendors').format({ id: vendorId }),
        }),
        answer: (own) => ({ nodes: [{ id: own.vendorId }, { id: own.connectedVendorId }] }),
      },
      {
        what: 'words of its vendors',
        variables: ({ orgId }, { marker }) => ({ orgId, search: marker }),
        answer: () => ({ nodes: [] }),
      },
    ],
  },
} satisfies Record<string, Operation>

const vendorMutations = {
  vendorCreate: {
    variables: ({ orgId, marker }) => ({ orgId, vendor: { vendorName: `${marker} Depot` } }),
    scopes: ['orders:write'],
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, vendor: { vendorName: 'taken' } }),
        answer: FORBIDDEN,
      },
    ],
  },
  vendorUpdate: ofVendor({ vendor: { vendorName: 'taken' } }),
  vendorConnect: ofVendor({ connection: CONNECTION }),
  vendorDisconnect: ofVendor({}),
  vendorArchive: ofVendor({}),
  vendorRestore: ofVendor({}),
} satisfies Record<string, Operation>

const brandOperations = {
  organizationBrand: {
    variables: ({ orgId }) => ({ orgId }),
    scopes: ['orders:read'],
    intrusions: [{ what: 'it', variables: (_own, { orgId }) => ({ orgId }), answer: FORBIDDEN }],
  },
  organizationBrandUpdate: {
    variables: ({ orgId, marker }) => ({ orgId, brand: { name: `${marker} Exteriors` } }),
    scopes: ['orders:write'],
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, brand: { name: 'taken' } }),
        answer: FORBIDDEN,
      },
    ],
  },
} satisfies Record<string, Operation>

/** Vendors, how their orders reach them, and what these orders look like. */
export const vendorOperations: Readonly<Record<string, Operation>> = {
  ...vendorQueries,
  ...vendorMutations,
  ...brandOperations,
}

function ofVendor(others: Readonly<Record<string, unknown>>): Operation {
  return {
    variables: ({ vendorId }) => ({ id: vendorId, ...others }),
    scopes: ['orders:write'],
    intrusions: [
      {
        what: 'its vendor',
        variables: (_own, { vendorId }) => ({ id: vendorId, ...others }),
        answer: NOT_FOUND,
      },
    ],
  }
}
