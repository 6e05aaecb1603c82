import { validateHeaderValue } from 'node:http'
import type { CallToolResult } from '@modelcontextprotocol/server'
import { IDEMPOTENCY_KEY_LENGTH_MAX, isIdempotencyKey } from '@takeoff/kit/graphql/mutation-key'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inject } from 'light-my-request'
import type { PersistedDocuments } from '../http/request-documents/persisted-documents.ts'
import { variablesViolation } from '../http/plugins/variables-plugin.ts'
import { IDEMPOTENCY_KEY } from './agent-tools.ts'
import type { AgentTool } from './agent-tools.ts'
import type { ToolDocument } from './tool-document.ts'

/** Headers of the agent's request that a call of a tool has, too. */
const FORWARDED = ['authorization', 'traceparent', 'tracestate', 'x-request-id'] as const

interface GraphqlBody {
  readonly data?: Readonly<Record<string, unknown>> | null
  readonly errors?: readonly GraphqlError[]
  readonly extensions?: { readonly warnings?: readonly unknown[] }
}

interface GraphqlError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly extensions?: Readonly<Record<string, unknown>>
}

type CalledTool = Pick<AgentTool, 'name' | 'argumentNames'>

export interface ToolCall {
  readonly tool: CalledTool
  readonly args: Readonly<Record<string, unknown>>
  readonly request: FastifyRequest
  /** Aborted when the agent has gone. */
  readonly signal: AbortSignal
}

/** The documents of tools are persisted ones, so they are also served where no others are. */
export function persistTools(
  tools: readonly ToolDocument[],
  persisted: Pick<PersistedDocuments, 'add'>,
): void {
  for (const { name, text } of tools) persisted.add(documentIdOf(name), text)
}

/**
 * Executes a tool's document as a request to `/graphql`, through everything that such requests pass. Not by `app.inject`,
 * which refuses once the server closes: requests under way, as this one, are still served then.
 */
export async function callTool(
  app: Pick<FastifyInstance, 'routing'>,
  { tool, args, request, signal }: ToolCall,
): Promise<CallToolResult> {
  const violation = argumentViolation(tool, args)
  if (violation !== undefined) return resultOf({ errors: [violation] })
  const { [IDEMPOTENCY_KEY]: key, ...variables } = args
  const response = await inject((raw, reply) => app.routing(raw, reply), {
    method: 'POST',
    url: '/graphql',
    remoteAddress: request.ip,
    headers: {
      ...forwardedHeaders(request),
      accept: 'application/graphql-response+json',
      'content-type': 'application/json',
      ...(isHeaderKey(key) && { 'idempotency-key': key }),
    },
    payload: JSON.stringify({ documentId: documentIdOf(tool.name), variables }),
    signal,
  })
  return resultOf(response.json<GraphqlBody>())
}

function documentIdOf(tool: string): string {
  return `mcp:${tool}`
}

function forwardedHeaders({ headers, id }: FastifyRequest): Record<string, string> {
  const present = FORWARDED.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return { ...Object.fromEntries(present), 'x-request-id': id }
}

/** Why a call with these arguments does not become an operation; undefined when it does. */
export function argumentViolation(
  tool: CalledTool,
  args: ToolCall['args'],
): GraphqlError | undefined {
  return unknownArgument(tool, args) ?? unusableKey(args) ?? unusableValue(args)
}

/** GraphQL ignores variables that an operation does not declare: a misspelt filter would select everything. */
function unknownArgument(
  { name, argumentNames }: CalledTool,
  args: ToolCall['args'],
): GraphqlError | undefined {
  const unknown = Object.keys(args).find((argument) => !argumentNames.includes(argument))
  if (unknown === undefined) return undefined
  const known =
    argumentNames.length > 0 ? `Its arguments are ${argumentNames.join(', ')}.` : 'It takes none.'
  return badArgument(unknown, `${name} has no argument ${JSON.stringify(unknown)}. ${known}`)
}

/** Without its key a call would act again when it is repeated. */
function unusableKey({ [IDEMPOTENCY_KEY]: key }: ToolCall['args']): GraphqlError | undefined {
  if (key === undefined || key === null || isHeaderKey(key)) return undefined
  return badArgument(
    IDEMPOTENCY_KEY,
    `${IDEMPOTENCY_KEY} must be a text of 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} characters that a header can have, such as a UUID.`,
  )
}

function unusableValue(args: ToolCall['args']): GraphqlError | undefined {
  const message = variablesViolation(args)
  return message === undefined ? undefined : { message, extensions: { code: 'BAD_USER_INPUT' } }
}

function badArgument(argument: string, message: string): GraphqlError {
  return { message, extensions: { code: 'BAD_USER_INPUT', argument } }
}

function isHeaderKey(key: unknown): key is string {
  if (typeof key !== 'string' || !isIdempotencyKey(key)) return false
  try {
    validateHeaderValue(IDEMPOTENCY_KEY, key)
    return true
  } catch {
    return false
  }
}

/** The data as text and as an object. An error is for the agent's model, which can correct its arguments. */
function resultOf({ data, errors = [], extensions }: GraphqlBody): CallToolResult {
  const warnings = extensions?.warnings ?? []
  const result = {
    ...(data && { data }),
    ...(errors.length > 0 && { errors: errors.map(describe) }),
    ...(warnings.length > 0 && { warnings }),
  }
  return {
    content: [{ type: 'text', text: JSON.stringify(result) }],
    structuredContent: result,
    // Data beside an error is of use, as that of a list whose orders cannot be read right now.
    isError: errors.length > 0 && isEmpty(data),
  }
}

function isEmpty(data: GraphqlBody['data']): boolean {
  return !data || Object.values(data).every((value) => value === null)
}

function describe({ message, path, extensions }: GraphqlError): object {
  return { message, ...(path && { path }), ...extensions }
}
