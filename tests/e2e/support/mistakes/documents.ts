import { call, query, send } from './mistake.ts'
import type { Mistake } from './mistake.ts'

const LIST = 'projectManagementProductionListById'
const UPDATE = 'projectManagementProductionListUpdate'
const OPEN = 'query ($id: Int!) { list: projectManagementProductionListById(id: $id) { id } }'

/** Mistakes in GraphQL documents and their variables. */
export const documents: readonly Mistake[] = [
  {
    what: 'A brace that is missing',
    request: () => query(`{ ${LIST}(id: 1) { id }`),
    status: 400,
    code: 'GRAPHQL_PARSE_FAILED',
    message: 'Syntax Error: Expected Name, found <EOF>.',
  },
  {
    what: 'A field that is misspelt',
    request: () => query(`{ ${LIST}(id: 1) { nmae } }`),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    message: 'Cannot query field "nmae" on type "ProductionList". Did you mean "name"?',
  },
  {
    what: 'An object without its fields',
    request: () => query(`{ ${LIST}(id: 1) }`),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    message:
      'Field "projectManagementProductionListById" of type "ProductionList" must have a selection of subfields. Did you mean "projectManagementProductionListById { ... }"?',
  },
  {
    what: 'An argument that does not exist',
    request: () => query(`{ ${LIST}(listId: 1) { id } }`),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    argument: 'listId',
    message: 'Unknown argument "listId" on field "Query.projectManagementProductionListById".',
  },
  {
    what: 'A required argument that is missing',
    request: () => query(`{ ${LIST} { id } }`),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    argument: 'id',
    message:
      'Field "projectManagementProductionListById" argument "id" of type "Int!" is required, but it was not provided.',
  },
  {
    what: 'A text for a number, in the query',
    request: () => query(`{ ${LIST}(id: "1") { id } }`),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    argument: 'id',
    message: 'Argument "id": Int cannot represent non-integer value: "1"',
  },
  {
    what: 'A text for a number, in a list item',
    request: () =>
      query(
        `mutation { ${UPDATE}(id: 1, listItems: [{ id: 1, quantity: "2" }]) { productionList { id } } }`,
      ),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    argument: 'listItems[0].quantity',
    message: 'Argument "listItems[0].quantity": Float cannot represent non numeric value: "2"',
  },
  {
    what: 'A variable that is declared as another type',
    request: () => query(`query ($id: String!) { ${LIST}(id: $id) { id } }`, { id: '1' }),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    argument: 'id',
    message: 'Variable "$id" of type "String!" used in position expecting type "Int!".',
  },
  {
    what: 'A variable that is not declared',
    request: () => query(`{ ${LIST}(id: $id) { id } }`, { id: 1 }),
    status: 400,
    code: 'GRAPHQL_VALIDATION_FAILED',
    argument: 'id',
    message: 'Variable "$id" is not defined.',
  },
  {
    what: 'A variable that is not sent',
    request: () => query(OPEN),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'id',
    message: 'Variable "$id" of required type "Int!" was not provided.',
  },
  {
    what: 'Null for a variable that must not be null',
    request: () => query(OPEN, { id: null }),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'id',
    message: 'Variable "$id" of non-null type "Int!" must not be null.',
  },
  {
    what: 'A text for a number, in a variable',
    request: () => query(OPEN, { id: '1' }),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'id',
    message: 'Variable "$id" got invalid value "1"; Int cannot represent non-integer value: "1"',
  },
  {
    what: 'An integer out of range',
    request: () => query(OPEN, { id: 4_294_967_296 }),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'id',
    message:
      'Variable "$id" got invalid value 4294967296; Int cannot represent non 32-bit signed integer value: 4294967296',
  },
  {
    what: 'A misspelt key of an input',
    request: () => call(UPDATE, { id: 1, listItems: [{ id: 1, qantity: 2 }] }),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'listItems',
    message:
      'Variable "$listItems" got invalid value { id: 1, qantity: 2 } at "listItems[0]"; Field "qantity" is not defined by type "ListItemUpdate". Did you mean "quantity"?',
  },
  {
    what: 'A required key of an input that is missing',
    request: () => call(UPDATE, { id: 1, listItems: [{ quantity: 2 }] }),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'listItems',
    message:
      'Variable "$listItems" got invalid value { quantity: 2 } at "listItems[0]"; Field "id" of required type "Int!" was not provided.',
  },
  {
    what: 'A number that is too large',
    request: () => query(`mutation { ${UPDATE}(id: 1, totalDiscount: 1e400) { __typename } }`),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'totalDiscount',
    message: 'Argument "totalDiscount" holds a number that is too large.',
  },
  {
    what: 'A DateTime without a time zone',
    request: ({ scene }) =>
      call('projectManagementProductionLists', {
        orgId: scene.orgId,
        first: 1,
        updatedSince: '2026-03-14T15:09:26',
      }),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'updatedSince',
    message:
      'Variable "$updatedSince" got invalid value "2026-03-14T15:09:26"; The time zone is missing: write 2026-03-14T15:09:26Z for UTC, or the distance from UTC, such as 2026-03-14T15:09:26-05:00.',
  },
  {
    what: 'A date in place of a DateTime',
    request: ({ scene }) =>
      call('projectManagementProductionLists', {
        orgId: scene.orgId,
        first: 1,
        updatedSince: '2026-03-14',
      }),
    status: 400,
    code: 'BAD_USER_INPUT',
    argument: 'updatedSince',
    message:
      'Variable "$updatedSince" got invalid value "2026-03-14"; A DateTime is an ISO 8601 timestamp, such as 2026-03-14T15:09:26.535Z.',
  },
  {
    what: 'Two operations without `operationName`',
    request: () => query('query A { __typename } query B { __typename }'),
    status: 400,
    code: 'OPERATION_RESOLUTION_FAILURE',
    message: 'The document has several operations; name the one to run in operationName.',
  },
  {
    what: 'An `operationName` that no operation has',
    request: () => send({ query: 'query A { __typename }', operationName: 'B' }),
    status: 400,
    code: 'OPERATION_RESOLUTION_FAILURE',
    message: 'The document has no operation named "B". Give the name of one that it has.',
  },
  {
    what: 'A subscription',
    request: () => query('subscription { __typename }'),
    status: 400,
    code: 'OPERATION_RESOLUTION_FAILURE',
    message: 'Subscriptions are not served; send a query or a mutation.',
  },
  {
    what: 'Fields nested too deeply',
    request: () => query(`${'{ a '.repeat(31)}${'}'.repeat(31)}`),
    status: 400,
    code: 'DEPTH_EXCEEDED',
    message:
      'The operation has more than 30 levels of fields, counting fragments wherever they are used. Split it into several.',
  },
  {
    what: 'An alias for each of 51 lists',
    request: () =>
      query(
        `{ ${Array.from({ length: 51 }, (_, id) => `a${id}: ${LIST}(id: ${id}) { id }`).join(' ')} }`,
      ),
    status: 400,
    code: 'ALIASES_EXCEEDED',
    message:
      'The operation has more than 50 aliases, counting fragments wherever they are used. Split it into several.',
  },
  {
    what: 'A page of 200 orders with every field',
    request: ({ scene }) => call('projectManagementOrders', { orgId: scene.orgId, first: 200 }),
    status: 400,
    code: 'COST_EXCEEDED',
    message:
      'The operation may cost … points; at most 250000 are served. Request fewer elements of its lists, or split it into several.',
  },
  {
    what: 'Only the hash of a query that is not known',
    request: () =>
      send({ extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } }),
    status: 200,
    code: 'PERSISTED_QUERY_NOT_FOUND',
    message: 'PersistedQueryNotFound',
  },
  {
    what: 'A persisted document that does not exist',
    request: () => send({ documentId: `sha256:${'0'.repeat(64)}` }),
    status: 400,
    code: 'PERSISTED_DOCUMENT_NOT_FOUND',
    message:
      'There is no persisted document with this id. Have it persisted, then send the request again.',
  },
]
