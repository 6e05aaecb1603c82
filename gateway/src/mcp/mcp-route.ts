import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  isJSONRPCRequest,
  isSpecType,
  McpServer,
} from '@modelcontextprotocol/server'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Authenticator } from '@takeoff/kit/security/auth'
import { ForbiddenError, UnauthenticatedError } from '@takeoff/kit/values/errors'
import { isLoopbackHost } from '@takeoff/kit/values/loopback'
import { SCOPES } from '@takeoff/kit/values/scopes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Budgets } from '../budgets/budgets.ts'
import { batchError } from '../http/batch-error.ts'
import { chargeRequest } from '../http/charge-request.ts'
import { ClientDisconnections } from '../http/client-disconnections.ts'
import { refuseOtherMethods } from '../http/wrong-method.ts'
import type { AgentTools } from './agent-tools.ts'
import { argumentViolation, callTool } from './call-tool.ts'

const PATH = '/mcp'
const METADATA_PATH = '/.well-known/oauth-protected-resource/mcp'

/** The tools are built and listed anew for each message: about 1 ms of CPU time. */
const MESSAGE_POINTS = 20

const INSTRUCTIONS = `Takeoff computes material lists of roofing and siding jobs, and orders what is on them from vendors.
Ids are needed by most tools: find them first. Money is in the organization's currency; quantities have the unit beside them.
Lists and orders belong to an organization (orgId), which the user has to name when the tools do not show it.`

export interface McpOptions {
  readonly tools: AgentTools
  /** Undefined when tokens are not checked here. */
  readonly authenticator: Authenticator | undefined
  readonly budgets: Budgets
  /** Address of the issuer whose tokens are valid. */
  readonly issuer: string | undefined
  /** Origins of pages that may call; other pages are refused. */
  readonly origins: readonly string[]
}

/**
 * `/mcp`: the tools of agents over streamable HTTP (Model Context Protocol), without sessions. A call is a request to
 * `/graphql` with the caller's token, so the same scopes, costs and limits hold. Every other request is charged, too.
 */
export function addMcpRoute(app: FastifyInstance, options: McpOptions): void {
  const { authenticator, budgets, tools } = options
  const disconnections = new ClientDisconnections()
  app.post(
    PATH,
    {
      async onRequest(request, reply) {
        void reply.header('cache-control', 'no-store')
        requireOrigin(request, options)
        if (authenticator === undefined) return
        try {
          request.caller = await authenticator.authenticate(request.headers.authorization)
        } catch (error) {
          if (error instanceof UnauthenticatedError)
            void reply.header('www-authenticate', challengeOf(request))
          throw error
        }
      },
    },
    async (request, reply) => {
      if (Array.isArray(request.body)) throw batchError('message')
      const chargeMessage = (): Promise<void> =>
        chargeRequest(budgets, MESSAGE_POINTS, {
          caller: request.caller,
          reply,
          what: 'The request',
        })
      const isCall = becomesOperation(request.body, tools)
      if (!isCall) await chargeMessage()
      const call = new AbortController()
      disconnections.clientOf(reply.raw).cancelOnDisconnect({ cancel: () => call.abort() })
      const { signal } = call
      const handler = createMcpHandler(() => createServer(app, { ...options, request, signal }), {
        // The tools of a process change with its supergraph only; no client waits for that on an open connection.
        maxSubscriptions: 0,
        onerror: (error) => request.log.debug({ err: error }, 'MCP request refused'),
      })
      const { body, url } = request
      const response = await handler.fetch(
        new Request(new URL(url, 'http://gateway'), {
          method: 'POST',
          headers: request.headers as Record<string, string>,
          signal,
        }),
        { parsedBody: body },
      )
      // A call with headers that the protocol does not permit becomes no operation.
      if (isCall && !response.ok) await chargeMessage()
      return reply.send(response)
    },
  )
  refuseOtherMethods(app, PATH, ['POST'])
  addMetadata(app, options)
}

/** Whether a message is charged as an operation. A call that is refused becomes none, so it is charged as a message. */
function becomesOperation(body: unknown, { current }: AgentTools): boolean {
  if (!isJSONRPCRequest(body) || !isSpecType.CallToolRequest(body)) return false
  const { name, arguments: args = {}, requestState } = body.params
  // The library refuses such a call in a response with status 200.
  if (requestState !== undefined && typeof requestState !== 'string') return false
  const tool = current.find((one) => one.name === name)
  return tool !== undefined && argumentViolation(tool, args) === undefined
}

interface CallOptions extends McpOptions {
  readonly request: FastifyRequest
  readonly signal: AbortSignal
}

function createServer(app: FastifyInstance, { tools, request, signal }: CallOptions): McpServer {
  const server = new McpServer(
    { name: 'takeoff', title: 'Takeoff', version: '1' },
    { capabilities: { tools: { listChanged: false } }, instructions: INSTRUCTIONS },
  )
  for (const tool of tools.current) {
    const { title, description, inputSchema, annotations } = tool
    server.registerTool(
      tool.name,
      { title, description, inputSchema, annotations },
      (args): Promise<CallToolResult> => callTool(app, { tool, args, request, signal }),
    )
  }
  return server
}

/** Where no token is needed, only pages of this machine are of the same origin: the browser has the host from its DNS. */
function requireOrigin(
  { headers, host, hostname }: FastifyRequest,
  { authenticator, origins }: McpOptions,
): void {
  const { origin } = headers
  if (origin === undefined || origins.includes(origin)) return
  const isTrustedHost = authenticator !== undefined || isLoopbackHost(hostname)
  if (isTrustedHost && URL.canParse(origin) && new URL(origin).host === host) return
  throw new ForbiddenError(
    `Pages of ${origin} may not call this server. Its operator permits origins in CORS_ORIGINS.`,
  )
}

/** RFC 9728: with it a client of an agent finds the issuer, and asks its user to sign in. */
function addMetadata(app: FastifyInstance, { issuer }: McpOptions): void {
  if (issuer === undefined) return
  app.get(METADATA_PATH, (request, reply) =>
    reply.header('access-control-allow-origin', '*').send({
      resource: resourceOf(request),
      resource_name: 'Takeoff',
      authorization_servers: [issuer],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
    }),
  )
}

function challengeOf(request: FastifyRequest): string {
  const resource = resourceOf(request)
  // The name that a proxy forwards may be none.
  if (!URL.canParse(resource)) return 'Bearer'
  return `Bearer resource_metadata="${getOAuthProtectedResourceMetadataUrl(new URL(resource))}"`
}

function resourceOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}${PATH}`
}
