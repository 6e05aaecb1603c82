import type { Operation } from './operations.ts'

const FORBIDDEN = { code: 'FORBIDDEN' }
const NOTHING = (): null => null

const orderQueries = {
  projectManagementOrder: {
    variables: ({ document }) => ({ id: document.order.id }),
    scopes: ['orders:read'],
    intrusions: [
      {
        what: 'its order',
        variables: (_own, { document }) => ({ id: document.order.id }),
        answer: NOTHING,
      },
      {
        what: 'its document',
        variables: (_own, { document }) => ({ id: document.id }),
        answer: NOTHING,
      },
    ],
  },
  projectManagementOrders: {
    variables: ({ orgId, list }) => ({ orgId, productionListId: String(list.id) }),
    scopes: ['orders:read'],
    intrusions: [
      { what: 'it', variables: (_own, { orgId }) => ({ orgId }), answer: FORBIDDEN },
      {
        what: 'its list',
        variables: ({ orgId }, { list }) => ({ orgId, productionListId: String(list.id) }),
        answer: () => ({ nodes: [] }),
      },
      {
        what: 'its job',
        variables: ({ orgId }, { jobId }) => ({ orgId, jobId }),
        answer: () => ({ nodes: [] }),
      },
      {
        what: 'its vendor',
        variables: ({ orgId }, { vendorId }) => ({ orgId, vendorId }),
        answer: () => ({ nodes: [] }),
      },
    ],
  },
} satisfies Record<string, Operation>

export const orderOperations = { ...orderQueries }
