import { fromJsonSchema } from '@modelcontextprotocol/server'
import type { StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server'
import { accessTable } from '@takeoff/kit/security/access-table'
import type { Logger } from '@takeoff/kit/service/logger'
import { TypeInfo, validate, visit, visitWithTypeInfo } from 'graphql'
import type { FieldNode, GraphQLSchema } from 'graphql'
import type { SchemaSource } from '../execution/swapping-gateway.ts'
import { inputSchemaOf } from './input-schema.ts'
import type { ToolDocument } from './tool-document.ts'

/** The argument of a tool that becomes the header Idempotency-Key; no variable may have its name. */
export const IDEMPOTENCY_KEY = 'idempotencyKey'

const idempotencyKeySchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Your own name of this call. A repetition with the same name and arguments has no second effect and returns the first result.',
}

export interface AgentTool extends Pick<ToolDocument, 'name' | 'title' | 'description'> {
  readonly isMutation: boolean
  /** The variables of the operation, and of a mutation also `IDEMPOTENCY_KEY`. */
  readonly argumentNames: readonly string[]
  readonly inputSchema: StandardSchemaWithJSON<Record<string, unknown>>
  readonly annotations: ToolAnnotations
}

/**
 * The tools under the supergraph that is served. A document that is not valid for it, such as one of fields that only
 * the next version has, is no tool, and the log says so.
 */
export class AgentTools {
  readonly #documents: readonly ToolDocument[]
  readonly #logger: Logger
  #tools: readonly AgentTool[] = []

  constructor(documents: readonly ToolDocument[], logger: Logger) {
    this.#documents = documents
    this.#logger = logger
  }

  get current(): readonly AgentTool[] {
    return this.#tools
  }

  follow(source: SchemaSource): void {
    source.onSchemaLoadOrUpdate(({ apiSchema }) => {
      this.#tools = this.#documents.flatMap((document) => this.#toolOf(document, apiSchema))
    })
  }

  #toolOf(document: ToolDocument, schema: GraphQLSchema): AgentTool[] {
    const [error] = validate(schema, document.document)
    if (error !== undefined) {
      const { name } = document
      this.#logger.warn({ tool: name, reason: error.message }, 'a tool of agents is not valid')
      return []
    }
    return [createTool(document, schema)]
  }
}

function createTool(document: ToolDocument, schema: GraphQLSchema): AgentTool {
  const { name, title, isMutation, isDestructive } = document
  const { properties, ...inputSchema } = inputSchemaOf(document, schema)
  const keys = isMutation ? { [IDEMPOTENCY_KEY]: idempotencyKeySchema } : {}
  const argumentsOfTool = { ...properties, ...keys }
  return {
    name,
    title,
    description: describe(document, schema),
    isMutation,
    argumentNames: Object.keys(argumentsOfTool),
    // `callTool` and the gateway validate the arguments, with messages that say what to do.
    inputSchema: fromJsonSchema<Record<string, unknown>>(
      { ...inputSchema, properties: argumentsOfTool },
      {
        getValidator: () => (data) => ({
          valid: true,
          data: data as never,
          errorMessage: undefined,
        }),
      },
    ),
    annotations: {
      readOnlyHint: !isMutation,
      ...(isMutation && { destructiveHint: isDestructive }),
      openWorldHint: false,
    },
  }
}

function describe(document: ToolDocument, schema: GraphQLSchema): string {
  const parts = [document.description]
  const scopes = scopesOf(document, schema)
  if (scopes.length > 0) parts.push(`Needs the scopes ${scopes.join(', ')}.`)
  if (document.isDestructive) parts.push('Ask the user for a confirmation before you call it.')
  return parts.join('\n\n')
}

/** Of the operation and of its selected fields, without those of sensitive fields, which are null for other callers. */
function scopesOf({ document }: ToolDocument, schema: GraphQLSchema): string[] {
  const needs: Readonly<Record<string, readonly { readonly scope: string }[]>> = {
    ...accessTable.operations,
    ...accessTable.fields,
  }
  const scopes = new Set<string>()
  const types = new TypeInfo(schema)
  const collect = ({ name }: FieldNode): void => {
    const place = `${types.getParentType()?.name}.${name.value}`
    for (const { scope } of needs[place] ?? []) scopes.add(scope)
  }
  visit(document, visitWithTypeInfo(types, { Field: collect }))
  return [...scopes]
}
