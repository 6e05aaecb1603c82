import type { Authenticator } from '@takeoff/kit/security/auth'
import { usingNamed } from '@takeoff/kit/service/named-file'
import type { Logger } from '@takeoff/kit/service/logger'
import type { FastifyInstance } from 'fastify'
import type { Budgets } from './budgets/budgets.ts'
import type { Config } from './config.ts'
import type { SchemaSource } from './execution/swapping-gateway.ts'
import type { PersistedDocuments } from './http/request-documents/persisted-documents.ts'

interface ToolParts {
  readonly gateway: SchemaSource
  readonly persisted: PersistedDocuments
  readonly authenticator: Authenticator | undefined
  readonly budgets: Budgets
  readonly logger: Logger
}

/** Adds `/mcp`, if there are tools. The libraries for it are loaded only then. Called before the gateway is loaded. */
export async function addTools(
  app: FastifyInstance,
  config: Config,
  { gateway, persisted, authenticator, budgets, logger }: ToolParts,
): Promise<void> {
  const { mcpTools: folder, corsOrigins: origins, tokens } = config
  if (folder === undefined) return
  const { AgentTools } = await import('./mcp/agent-tools.ts')
  const { persistTools } = await import('./mcp/call-tool.ts')
  const { addMcpRoute } = await import('./mcp/mcp-route.ts')
  const { readToolDocuments } = await import('./mcp/tool-document.ts')
  const documents = await usingNamed('MCP_TOOLS', () => readToolDocuments(folder))
  persistTools(documents, persisted)
  const tools = new AgentTools(documents, logger)
  tools.follow(gateway)
  addMcpRoute(app, { tools, authenticator, budgets, issuer: tokens?.authIssuer, origins })
}
