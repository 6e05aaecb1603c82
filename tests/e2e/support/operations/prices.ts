import { integerIdCursor } from '@takeoff/kit/graphql/cursor'
import { priceFile } from '../price-file.ts'
import { BAD_USER_INPUT, FORBIDDEN, NOTHING, NOT_FOUND } from './operation.ts'
import type { Operation } from './operation.ts'
import type { Scene } from '../scene.ts'

export const priceQueries = {
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
        expected: BAD_USER_INPUT,
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
} satisfies Record<string, Operation>

export const priceMutations = {
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
