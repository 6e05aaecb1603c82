import { readVariables, text, url } from '@takeoff/kit/service/config'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'

export const variables = {
  url: url('TAKEOFF_MCP_URL', {
    default: 'http://localhost:4000/mcp',
    about: 'Address of the tools of a gateway.',
  }),
  token: text('TAKEOFF_TOKEN', {
    secret: true,
    about: 'Access token of the user for whom the agent works.',
  }),
}

/** @throws ConfigError with every violation */
export function readConfig(env: Environment = process.env): ConfigOf<typeof variables> {
  return readVariables(variables, env)
}
