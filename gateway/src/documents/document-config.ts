import { flag, integer, optionalText } from '@takeoff/kit/service/config'

/** Environment variables of documents: limits, introspection, persisted documents and tools of agents. */
export const documentVariables = {
  queryCharactersMax: integer('QUERY_CHARACTERS_MAX', {
    default: 200_000,
    min: 1000,
    max: 10_000_000,
    about: 'Maximum characters of a GraphQL document; send values as variables.',
  }),
  queryTokensMax: integer('QUERY_TOKENS_MAX', {
    default: 10_000,
    min: 100,
    max: 100_000,
    about: 'Maximum tokens in a GraphQL document.',
  }),
  queryDepthMax: integer('QUERY_DEPTH_MAX', {
    default: 30,
    min: 1,
    max: 100,
    about: 'Maximum depth of fields in an operation; the usual introspection query has 15 levels.',
  }),
  queryFragmentsMax: integer('QUERY_FRAGMENTS_MAX', {
    default: 500,
    max: 10_000,
    about: 'Maximum fragments of a GraphQL document; validation compares every pair.',
  }),
  queryFieldsMax: integer('QUERY_FIELDS_MAX', {
    default: 2000,
    min: 10,
    max: 20_000,
    about:
      'Maximum fields in an operation; a fragment counts each time it is used. An introspection query has about 250.',
  }),
  queryAliasesMax: integer('QUERY_ALIASES_MAX', {
    default: 50,
    max: 10_000,
    about: 'Maximum aliases in an operation; a fragment counts each time it is used.',
  }),
  queryRootFieldsMax: integer('QUERY_ROOT_FIELDS_MAX', {
    default: 30,
    min: 1,
    max: 10_000,
    about: 'Maximum fields at the root of an operation.',
  }),
  queryDirectivesMax: integer('QUERY_DIRECTIVES_MAX', {
    default: 50,
    max: 10_000,
    about: 'Maximum directives in an operation; a fragment counts each time it is used.',
  }),
  introspection: flag('INTROSPECTION', {
    default: true,
    about:
      'Allow `__schema` and `__type`, and suggest similar names in errors. The GraphQL explorer needs it.',
  }),
  persistedDocuments: optionalText('PERSISTED_DOCUMENTS', {
    about:
      'JSON file, or folder of JSON files, with persisted documents, which requests name by `documentId`: an object of ids and documents, or Apollo’s manifest.',
  }),
  persistedDocumentsOnly: flag('PERSISTED_DOCUMENTS_ONLY', {
    default: false,
    about: 'Refuse documents that are neither in `PERSISTED_DOCUMENTS` nor in `MCP_TOOLS`.',
  }),
  mcpTools: optionalText('MCP_TOOLS', {
    about:
      'Folder of `.graphql` files, each with one operation marked with `@tool`, which agents call at `/mcp`. Without it there is no `/mcp`.',
  }),
}
