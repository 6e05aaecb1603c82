import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { CallToolResult, Tool } from '@modelcontextprotocol/client'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import type { JsonSchemaType } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { CommandFailedError } from '@takeoff/kit/service/command-line'

const IMPLEMENTATION = { name: 'takeoff', title: 'Takeoff', version: '1' }

/**
 * Serves the tools of a gateway on standard input and output, and forwards calls with the token.
 * @throws CommandFailedError when the gateway does not respond, or refuses the token
 */
export async function serveToolsOf(url: URL, token: string): Promise<void> {
  const gateway = new Client(IMPLEMENTATION)
  const headers = { authorization: `Bearer ${token}` }
  const { tools } = await gateway
    .connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
    .then(() => gateway.listTools())
    .catch((error: unknown) => {
      throw new CommandFailedError(`${url.href} cannot be used: ${reasonOf(error)}`, {
        cause: error,
      })
    })
  const instructions = gateway.getInstructions()
  serveStdio(() => {
    const server = new McpServer(IMPLEMENTATION, instructions === undefined ? {} : { instructions })
    for (const tool of tools) register(server, gateway, tool)
    return server
  })
}

type Args = Record<string, unknown>

function register(server: McpServer, gateway: Client, tool: Tool): void {
  const { name, title, description, annotations } = tool
  const inputSchema = fromJsonSchema<Args>(tool.inputSchema as JsonSchemaType, unchecked)
  server.registerTool(
    name,
    {
      inputSchema,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(annotations !== undefined && { annotations }),
    },
    (args): Promise<CallToolResult> => gateway.callTool({ name, arguments: args }),
  )
}

/** The gateway validates the arguments. */
const unchecked = {
  getValidator: () => (data: unknown) => ({
    valid: true as const,
    data: data as never,
    errorMessage: undefined,
  }),
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? `${message}: ${cause.message}` : message
}
