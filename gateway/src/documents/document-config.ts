import { flag, integer, optionalText } from '@takeoff/kit/service/config'

/** Variables of the limits of a GraphQL document, and of the sources of documents. */
export const documentVariables = {
  queryCharactersMax: integer('QUERY_CHARACTERS_MAX', {
    default: 200_000,
    min: 1000,
    max: 10_000_000,
    about: 'Maximum characters of a GraphQL document; values belong into variables.',
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
    about:
      'Deepest nesting of fields in an operation; an introspection query needs 15 levels of it.',
  }),
  queryFragmentsMax: integer('QUERY_FRAGMENTS_MAX', {
    default: 500,
    max: 10_000,
    about: 'Maximum fragments of a GraphQL document; validation compares each with each.',
  }),
  queryFieldsMax: integer('QUERY_FIELDS_MAX', {
    default: 2000,
    min: 10,
    max: 20_000,
    about:
      'Maximum fields in an operation; those of a fragment count wherever it is used. An introspection query has about 250.',
  }),
  queryAliasesMax: integer('QUERY_ALIASES_MAX', {
    default: 50,
    max: 10_000,
    about: 'Maximum aliases in an operation; those of a fragment count wherever it is used.',
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
    about: 'Maximum directives in an operation; those of a fragment count wherever it is used.',
  }),
  introspection: flag('INTROSPECTION', {
    default: true,
    about:
      'Answer `__schema` and `__type`, and suggest similar names in errors. The explorer needs it.',
  }),
  persistedDocuments: optionalText('PERSISTED_DOCUMENTS', {
    about:
      'JSON file, or folder of them, with the documents that a client may name by `documentId`: an object of id to text, or a manifest of Apollo’s.',
  }),
  persistedDocumentsOnly: flag('PERSISTED_DOCUMENTS_ONLY', {
    default: false,
    about: 'Serve nothing but the documents of `PERSISTED_DOCUMENTS`.',
  }),
  mcpTools: optionalText('MCP_TOOLS', {
    about:
      'Folder of `.graphql` files, each with one operation marked with `@tool`: the tools of agents at `/mcp`. Without it there is no `/mcp`.',
  }),
}
