import { accessTable } from '@takeoff/kit/security/access-table'
import type { AccessTable } from '@takeoff/kit/security/access-table'
import type { Need } from '@takeoff/kit/security/access'
import { serviceToken } from '@takeoff/kit/testing/service-token'
import {
  getNamedType,
  isLeafType,
  isObjectType,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { sharedDevEnv } from '../dev-env.ts'
import { entities } from '../entities.ts'
import type { Entity } from '../entities.ts'
import { operations } from '../operations/operations.ts'
import { post } from '../client.ts'
import type { RawResponse } from '../client.ts'
import type { OfficeScene } from '../office-document.ts'
import { measurementFile } from '../measurement-file.ts'
import { isExternal, operationsOf, schemaOf, wholeOperation } from '../whole-operation.ts'
import type { Subgraph } from '../whole-operation.ts'

/** What a request presents. */
export interface Credentials {
  /** An access token. */
  readonly token: string | undefined
  /** A service token, of the gateway by default; for requests to a subgraph. */
  readonly service?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A request of the access table, for the data of any organization. */
export interface Target {
  readonly name: string
  /** Its row in the access table. */
  readonly row: string
  readonly needs: readonly Need[]
  /** Those of a field, beside those of the operation through which it is read. */
  readonly fieldNeeds?: readonly Need[]
  /** Of the access table, by `Type.field`. */
  readonly sensitive: readonly string[]
  /** The service that gets the request without the gateway. */
  readonly subgraph?: Subgraph
  /** The response is the same for all organizations. */
  readonly isShared: boolean
  /** The data for ids of another organization, where it is not null. */
  readonly nothing?: unknown
  send(scene: OfficeScene, credentials: Credentials): Promise<SentRequest>
}

export interface SentRequest extends RawResponse {
  /** The variables or the address. */
  readonly sent: string
}

export const table: AccessTable = accessTable
export const subgraphs = ['production-lists', 'order-documents', 'webhooks'] as const
const devEnv = sharedDevEnv()
const SHARED = new Set(['orderProviders', 'measures', 'webhookEvents'])

function operationTarget(name: string, subgraph?: Subgraph): Target {
  const row = [`Query.${name}`, `Mutation.${name}`].find((one) => one in table.operations)
  if (row === undefined) throw new Error(`the access table has no row for ${name}`)
  const query = wholeOperation(name, subgraph)
  return {
    name: subgraph === undefined ? row : `${row} at ${subgraph}`,
    row,
    needs: table.operations[row] ?? [],
    sensitive: sensitiveIn(query, subgraph),
    isShared: SHARED.has(name),
    ...(subgraph && { subgraph }),
    send: (scene, credentials) =>
      sendGraphql({ query, variables: operations[name]?.variables(scene) }, credentials, subgraph),
  }
}

/** A field with needs of its own, alone in an operation. */
function fieldTarget(
  row: keyof typeof accessTable.fields,
  root: keyof typeof accessTable.operations,
  { query, variables }: { query: string; variables: (scene: OfficeScene) => object },
): Target {
  return {
    name: `the field ${row}`,
    row,
    needs: [...accessTable.operations[root], ...accessTable.fields[row]],
    fieldNeeds: accessTable.fields[row],
    sensitive: sensitiveIn(query),
    isShared: false,
    send: (scene, credentials) => sendGraphql({ query, variables: variables(scene) }, credentials),
  }
}

function entityTarget(subgraph: Subgraph, entity: Entity): Target {
  const { type, key, isKeyOnly = false } = entity
  // Where a field with needs of its own is all that the subgraph adds to the entity.
  const ofField = table.fields[`${type}.${entity.selection.split(' ')[0]}`]
  const object = schemaOf(subgraph).getType(type)
  const fields = isObjectType(object) ? Object.values(object.getFields()) : []
  const costs = fields
    .filter((field) => `${type}.${field.name}` in table.sensitive && !isExternal(field))
    .filter((field) => isLeafType(getNamedType(field.type)))
  const selection = [entity.selection, ...costs.map(({ name }) => name)].join(' ')
  const query = `query ($representations: [_Any!]!) {
    _entities(representations: $representations) { ... on ${type} { ${selection} } }
  }`
  return {
    name: `the entity ${type} at ${subgraph}`,
    row: type,
    needs: isKeyOnly ? [] : (ofField ?? table.entities[type] ?? []),
    sensitive: sensitiveIn(query, subgraph),
    isShared: isKeyOnly,
    subgraph,
    nothing: { _entities: [entity.nothing()] },
    send: (scene, credentials) => {
      const representations = [{ __typename: type, ...key(scene) }]
      return sendGraphql({ query, variables: { representations } }, credentials, subgraph)
    },
  }
}

interface RouteOptions {
  readonly what: string
  readonly sensitive?: readonly string[]
  readonly needs?: readonly Need[]
  /** What is sent with POST. */
  readonly body?: (scene: OfficeScene) => string
}

let lastOfRoutes: Promise<unknown> = Promise.resolve()

/** One after the other: an organization may have only some exports and downloads under way. */
function inTurn<T>(send: () => Promise<T>): Promise<T> {
  const sent = lastOfRoutes.then(send)
  lastOfRoutes = sent.catch(() => undefined)
  return sent
}

function routeTarget(
  row: keyof typeof accessTable.routes,
  { what, sensitive = [], needs = [], body }: RouteOptions,
  urlOf: (scene: OfficeScene) => string,
): Target {
  return {
    name: `${row}${what}`,
    row,
    needs: [...accessTable.routes[row], ...needs],
    sensitive,
    isShared: false,
    send: (scene, { token, headers }) =>
      inTurn(async () => {
        const sent = urlOf(scene)
        const response = await fetch(sent, {
          redirect: 'manual',
          ...(body !== undefined && { method: 'POST', body: body(scene) }),
          headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        })
        return {
          status: response.status,
          headers: response.headers,
          text: await response.text(),
          sent,
        }
      }),
  }
}

const gateway = devEnv.urls.gateway
const listFields = sensitiveIn(wholeOperation('projectManagementProductionListById')).filter(
  (name) => /^(ProductionList|ListItem)\./.test(name),
)
const orderFields = sensitiveIn(wholeOperation('projectManagementOrder')).filter((name) =>
  name.startsWith('OrderListItem.'),
)
const office = {
  needs: [accessTable.sensitive['OrderDocument.pdf']?.need].filter((n) => n !== undefined),
}

const routes: readonly Target[] = [
  ...(['pdf', 'csv'] as const).flatMap((kind) => [
    routeTarget(
      'GET /files/{id}',
      { what: ` (${kind})` },
      ({ document }) => document[kind].redirectUrl,
    ),
    routeTarget(
      'GET /files/{id}',
      { what: ` (${kind} of an office document)`, ...office },
      ({ officeDocument }) => officeDocument[kind].redirectUrl,
    ),
  ]),
  ...(['ndjson', 'csv'] as const).flatMap((format) => [
    routeTarget(
      'GET /exports/production-lists',
      { what: ` (${format})`, sensitive: listFields },
      ({ orgId }) => `${gateway}/exports/production-lists?orgId=${orgId}&format=${format}`,
    ),
    routeTarget(
      'GET /exports/orders',
      { what: ` (${format})`, sensitive: orderFields },
      ({ orgId }) => `${gateway}/exports/orders?orgId=${orgId}&format=${format}`,
    ),
    routeTarget(
      'GET /exports/jobs',
      { what: ` (${format})` },
      ({ orgId }) => `${gateway}/exports/jobs?orgId=${orgId}&format=${format}`,
    ),
  ]),
  routeTarget(
    'POST /measurement-files',
    { what: '', body: ({ marker }) => measurementFile(marker) },
    ({ orgId }) => `${gateway}/measurement-files?orgId=${orgId}`,
  ),
  routeTarget(
    'GET /measurement-files/{id}',
    { what: '' },
    ({ measurementFileId }) => `${gateway}/measurement-files/${measurementFileId}`,
  ),
  routeTarget(
    'GET /exports/prices',
    { what: '' },
    ({ orgId, vendorId }) => `${gateway}/exports/prices?orgId=${orgId}&vendorId=${vendorId}`,
  ),
  routeTarget(
    'GET /exports/audit',
    { what: '' },
    ({ orgId }) => `${gateway}/exports/audit?orgId=${orgId}`,
  ),
]

const listById = (field: string): string =>
  `query ($id: Int!) { projectManagementProductionListById(id: $id) { ${field} } }`

const fields: readonly Target[] = [
  fieldTarget('ProductionList.orders', 'Query.projectManagementProductionListById', {
    query: listById('orders { id purchaseOrderNumber }'),
    variables: ({ list }) => ({ id: list.id }),
  }),
  fieldTarget('ProductionList.orderCoverage', 'Query.projectManagementProductionListById', {
    query: listById('orderCoverage { listItemId listItem { name } }'),
    variables: ({ list }) => ({ id: list.id }),
  }),
  fieldTarget('Job.orders', 'Query.job', {
    query: 'query ($id: Int!) { job(id: $id) { orders { id purchaseOrderNumber } } }',
    variables: ({ jobId }) => ({ id: jobId }),
  }),
  fieldTarget('Job.state', 'Query.job', {
    query: 'query ($id: Int!) { job(id: $id) { state } }',
    variables: ({ jobId }) => ({ id: jobId }),
  }),
  fieldTarget('OrderDocument.productionList', 'Query.projectManagementOrderDocuments', {
    query: `query ($ids: [ID!]!) {
      projectManagementOrderDocuments(orderDocumentIds: $ids) { productionList { id name } }
    }`,
    variables: ({ document }) => ({ ids: [document.id] }),
  }),
  fieldTarget('Vendor.connection', 'Query.vendor', {
    query: 'query ($id: Int!) { vendor(id: $id) { connection { accountNumber } } }',
    variables: ({ connectedVendorId }) => ({ id: connectedVendorId }),
  }),
]

/** Every operation, at the gateway. */
export const operationTargets = Object.keys(operations).map((name) => operationTarget(name))

/** Every operation, entity and route: at the gateway, and without it at the subgraph that resolves it. */
export const targets: readonly Target[] = [
  ...operationTargets,
  ...subgraphs.flatMap((subgraph) => [
    ...operationsOf(subgraph).map((name) => operationTarget(name, subgraph)),
    ...entities[subgraph].map((entity) => entityTarget(subgraph, entity)),
  ]),
  ...fields,
  ...routes,
]

async function sendGraphql(
  request: { readonly query: string; readonly variables: object | undefined },
  { token, service, headers }: Credentials,
  subgraph?: Subgraph,
): Promise<SentRequest> {
  const url = subgraph === undefined ? devEnv.graphqlUrl : `${devEnv.urls[subgraph]}/graphql`
  const asGateway =
    subgraph && (service ?? (await serviceToken(subgraph, devEnv.serviceSecrets[subgraph])))
  const response = await post({
    body: JSON.stringify(request),
    token,
    headers: {
      ...(asGateway !== undefined && { 'x-service-authorization': asGateway }),
      ...headers,
    },
    url,
  })
  return { ...response, sent: JSON.stringify(request.variables) }
}

/** The sensitive fields that a query selects. */
function sensitiveIn(query: string, subgraph?: Subgraph): string[] {
  const found = new Set<string>()
  const types = new TypeInfo(schemaOf(subgraph))
  visit(
    parse(query),
    visitWithTypeInfo(types, {
      Field({ name }) {
        const field = `${types.getParentType()?.name}.${name.value}`
        if (field in table.sensitive) found.add(field)
      },
    }),
  )
  return [...found]
}
