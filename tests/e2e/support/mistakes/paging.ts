import { call, query } from './mistake.ts'
import type { Mistake, MistakenRequest, Stage } from './mistake.ts'

/** Few fields: what all of them cost is refused before anything else. */
const JOBS = `query ($orgId: Int!, $first: Int, $after: String) {
  jobs(orgId: $orgId, first: $first, after: $after) { nodes { id } pageInfo { endCursor } }
}`

const jobs =
  (variables: object) =>
  ({ scene }: Stage): MistakenRequest =>
    query(JOBS, { orgId: scene.orgId, ...variables })

/** Mistakes with pages and ids. */
export const paging: readonly Mistake[] = [
  {
    what: 'A page of no elements',
    request: jobs({ first: 0 }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'first',
    message: 'first must be from 1 to 200.',
  },
  {
    what: 'A page of 1000 elements',
    request: jobs({ first: 1000 }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'first',
    message: 'first must be from 1 to 200.',
  },
  {
    what: 'A negative number of elements',
    request: jobs({ first: -1 }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'first',
    message: 'first must be from 1 to 200.',
  },
  {
    what: 'A cursor that is no cursor',
    request: jobs({ after: '50' }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'after',
    message: 'after must be an endCursor of an earlier response.',
  },
  {
    what: 'A cursor of another query',
    request: async (stage) => {
      const { orgId } = stage.scene
      const data = await stage.prepare(call('vendors', { orgId, first: 1 }))
      const { pageInfo } = data['vendors'] as { pageInfo: { endCursor: string } }
      return query(JOBS, { orgId, after: pageInfo.endCursor })
    },
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'after',
    message:
      'after belongs to a page of other arguments. Keep all arguments but first as they were, or begin without after.',
  },
  {
    what: 'The number of a page',
    request: ({ scene }) => query(`{ jobs(orgId: ${scene.orgId}, page: 2) { nodes { id } } }`),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    argument: 'page',
    message: 'Unknown argument "page" on field "Query.jobs".',
  },
  {
    what: 'A page without the organization',
    request: () => query('{ jobs(first: 10) { nodes { id } } }'),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    argument: 'orgId',
    message: 'Field "jobs" argument "orgId" of type "Int!" is required, but it was not provided.',
  },
]

/** Mistakes with ids. */
export const ids: readonly Mistake[] = [
  {
    what: 'A change of a list that does not exist',
    request: () => call('projectManagementProductionListUpdate', { id: 2_147_483_647 }),
    status: 200,
    code: 'NOT_FOUND',
    argument: 'id',
    message: 'There is no production list 2147483647 in your organizations. Give the id of a list.',
  },
  {
    what: 'A change of a list of another organization',
    request: ({ other }) =>
      call('projectManagementProductionListUpdate', { id: other.list.id, name: 'Roof' }),
    status: 200,
    code: 'NOT_FOUND',
    argument: 'id',
    message: 'There is no production list … in your organizations. Give the id of a list.',
  },
  {
    what: 'The number of a list in place of the id of an order',
    request: () => call('projectManagementOrderCancel', { id: '28001' }),
    status: 200,
    code: 'NOT_FOUND',
    argument: 'id',
    message: 'There is no order 28001 in your organizations. Give the id of an order.',
  },
  {
    what: 'The id of a document in place of that of its order',
    request: ({ scene }) => call('projectManagementOrderCancel', { id: scene.document.id }),
    status: 200,
    code: 'NOT_FOUND',
    argument: 'id',
    message: 'There is no order … in your organizations. Give the id of an order.',
  },
  {
    what: 'The id of an order in place of that of a list',
    request: ({ scene }) =>
      call('projectManagementOrderDocumentCreate', {
        orderDocumentAttributes: { productionListId: scene.document.order.id },
      }),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'orderDocumentAttributes.productionListId',
    message: 'Give the id of a list: a positive integer.',
  },
  {
    what: 'Documents without a list and without ids',
    request: () => call('projectManagementOrderDocuments'),
    status: 200,
    code: 'BAD_USER_INPUT',
    argument: 'productionListId, orderDocumentIds',
    message: 'Give productionListId, orderDocumentIds, or both.',
  },
]
