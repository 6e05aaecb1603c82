import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { FORBIDDEN, NOTHING, NOT_FOUND, NO_NODES, withForeignIds } from './operation.ts'
import type { Operation, Variables } from './operation.ts'

const CONNECTION = {
  providerIdentifier: 'abc-supply',
  accountNumber: '20417',
  accessToken: 'some-token',
}

const vendorQueries = {
  // The order systems of suppliers are the same for all organizations.
  orderProviders: { variables: () => ({}), intrusions: [] },
  // Either lists:read or orders:read suffices.
  vendor: withForeignIds('its vendor', ({ vendorId }) => ({ id: vendorId }), NOTHING),
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
        expected: NO_NODES,
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
  organizationBrand: withForeignIds('it', ({ orgId }) => ({ orgId }), FORBIDDEN),
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

function ofVendor(others: Variables): Operation {
  return withForeignIds('its vendor', ({ vendorId }) => ({ id: vendorId, ...others }), NOT_FOUND)
}
