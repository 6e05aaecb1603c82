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
    // Either lists:read or orders:read suffices.
    intrusions: [
      {
        what: 'its vendor',
        variables: (_own, { vendorId }) => ({ id: vendorId }),
        expected: NOTHING,
      },
    ],
  },
  vendors: {
    variables: ({ orgId }) => ({ orgId }),
    intrusions: [
      { what: 'it', variables: (_own, { orgId }) => ({ orgId }), expected: FORBIDDEN },
      {
        what: 'a cursor of its vendors',
        variables: ({ orgId }, { vendorId }) => ({
          orgId,
          after: integerIdCursor('vendors').format({ id: vendorId }),
        }),
        expected: (own) => ({ nodes: [{ id: own.vendorId }, { id: own.connectedVendorId }] }),
      },
      {
        what: 'words of its vendors',
        variables: ({ orgId }, { marker }) => ({ orgId, search: marker }),
        expected: () => ({ nodes: [] }),
      },
    ],
  },
} satisfies Record<string, Operation>

const vendorMutations = {
  vendorCreate: {
    variables: ({ orgId, marker }) => ({ orgId, vendor: { vendorName: `${marker} Depot` } }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, vendor: { vendorName: 'taken' } }),
        expected: FORBIDDEN,
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
    intrusions: [{ what: 'it', variables: (_own, { orgId }) => ({ orgId }), expected: FORBIDDEN }],
  },
  organizationBrandUpdate: {
    variables: ({ orgId, marker }) => ({ orgId, brand: { name: `${marker} Exteriors` } }),
    intrusions: [
      {
        what: 'it',
        variables: (_own, { orgId }) => ({ orgId, brand: { name: 'taken' } }),
        expected: FORBIDDEN,
      },
    ],
  },
} satisfies Record<string, Operation>

/** Operations on vendors, the delivery of their orders, and the layout of documents. */
export const vendorOperations: Readonly<Record<string, Operation>> = {
  ...vendorQueries,
  ...vendorMutations,
  ...brandOperations,
}

function ofVendor(others: Readonly<Record<string, unknown>>): Operation {
  return {
    variables: ({ vendorId }) => ({ id: vendorId, ...others }),
    intrusions: [
      {
        what: 'its vendor',
        variables: (_own, { vendorId }) => ({ id: vendorId, ...others }),
        expected: NOT_FOUND,
      },
    ],
  }
}
