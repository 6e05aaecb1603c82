import { listenEarly } from '@takeoff/kit/http/early-server'
import { readVariables } from '@takeoff/kit/service/config'
import { authVariables } from '@takeoff/kit/service/config-groups'
import { createLogger } from '@takeoff/kit/service/logger'
import type { RunningService } from '@takeoff/kit/service/run'
import { startSubgraph } from '@takeoff/kit/graphql/subgraph-server'
import { openAccess, plainContext } from '@takeoff/kit/testing/open-access'
import type { SubgraphName } from './suite.ts'

/** One of the suite's subgraphs with the suite's data, served like our own. */
export async function startSubgraphOf(
  name: SubgraphName,
  options: {
    readonly typeDefs: string
    readonly serviceSecret: string
    readonly authIssuer: string
  },
): Promise<RunningService> {
  const { typeDefs, serviceSecret, authIssuer } = options
  return startSubgraph({
    name,
    config: {
      ...readVariables(authVariables, { AUTH_ISSUER: authIssuer }),
      host: '127.0.0.1',
      adminHost: '127.0.0.1',
      adminPort: undefined,
      serviceSecrets: [serviceSecret],
    },
    logger: createLogger(name, 'silent'),
    early: await listenEarly({ host: '127.0.0.1', port: 0 }),
    typeDefs,
    resolvers: resolvers[name],
    access: openAccess(resolvers[name]),
    context: plainContext,
    ready: () => Promise.resolve(),
  })
}

const deprecatedProduct = {
  sku: 'apollo-federation-v1',
  package: '@apollo/federation-v1',
  reason: 'Migrate to Federation V2',
  createdBy: { email: 'support@apollographql.com' },
}

const research = [
  { study: { caseNumber: '1234', description: 'Federation Study' }, outcome: null },
  { study: { caseNumber: '1235', description: 'Studio Study' }, outcome: null },
]

const products = [
  {
    id: 'apollo-federation',
    sku: 'federation',
    package: '@apollo/federation',
    variation: { id: 'OSS' },
    research: research.slice(0, 1),
  },
  {
    id: 'apollo-studio',
    sku: 'studio',
    package: '',
    variation: { id: 'platform' },
    research: research.slice(1),
  },
].map((product) => ({
  ...product,
  dimensions: { size: 'small', weight: 1, unit: 'kg' },
  createdBy: { email: 'support@apollographql.com', totalProductsCreated: 1337 },
  notes: null,
}))

interface ProductKey {
  readonly id?: string
  readonly sku?: string
  readonly package?: string
  readonly variation?: { readonly id: string }
}

function productOf(key: ProductKey): (typeof products)[number] | undefined {
  return products.find(
    (product) =>
      product.id === key.id ||
      (product.sku === key.sku &&
        (product.package === key.package || product.variation.id === key.variation?.id)),
  )
}

interface UserFields {
  readonly email: string
  readonly totalProductsCreated?: number
  readonly yearsOfEmployment?: number
}

const resolvers = {
  products: {
    Query: {
      product: (_: unknown, { id }: { id: string }) => productOf({ id }),
      deprecatedProduct: () => deprecatedProduct,
    },
    Product: { __resolveReference: productOf },
    DeprecatedProduct: { __resolveReference: () => deprecatedProduct },
    ProductResearch: {
      __resolveReference: ({ study }: { study: { caseNumber: string } }) =>
        research.find(({ study: { caseNumber } }) => caseNumber === study.caseNumber),
    },
    User: {
      __resolveReference: (user: UserFields) => ({ totalProductsCreated: 1337, ...user }),
      name: () => 'Jane Smith',
      averageProductsCreatedPerYear: ({ totalProductsCreated, yearsOfEmployment }: UserFields) =>
        Math.round((totalProductsCreated ?? 0) / (yearsOfEmployment ?? 1)),
    },
    Inventory: { deprecatedProducts: () => [deprecatedProduct] },
  },
  users: {
    User: {
      __resolveReference: ({ email }: UserFields) => ({
        email,
        name: 'Apollo Studio Support',
        totalProductsCreated: 10,
        yearsOfEmployment: 10,
      }),
    },
  },
  inventory: {
    Query: {
      inventory: (_: unknown, { id }: { id: string }) => ({
        id,
        products: [{ id: 'apollo-federation' }],
      }),
    },
    Inventory: { __resolveType: () => 'OpenSourceInventory' },
    Product: { delivery: () => ({ estimatedDelivery: '5/1/2019', fastestDelivery: '5/1/2019' }) },
  },
}
