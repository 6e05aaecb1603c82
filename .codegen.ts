import type { CodegenConfig } from '@graphql-codegen/cli'

/** Resolver types are generated from each subgraph's schema.graphql, the source of truth. */
const shared = {
  federation: true,
  useTypeImports: true,
  enumsAsTypes: true,
  immutableTypes: true,
  maybeValue: 'T | null | undefined',
  contextType: '../context.ts#Context',
  scalars: {
    DateTime: { input: 'Date', output: 'Date' },
    ID: { input: 'string', output: 'string' },
    JSON: 'unknown',
  },
  resolversNonOptionalTypename: false,
}

function subgraph(name: string, mappers: Record<string, string>): CodegenConfig['generates'] {
  const root = `services/${name}`
  return {
    [`${root}/src/graphql/generated.ts`]: {
      schema: `${root}/schema.graphql`,
      plugins: ['typescript', 'typescript-resolvers'],
      config: { ...shared, mappers },
    },
  }
}

const config: CodegenConfig = {
  generates: {
    ...subgraph('production-lists', {}),
    ...subgraph('order-documents', {}),
    ...subgraph('webhooks', {}),
  },
}

export default config
