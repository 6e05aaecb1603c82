import { InvalidValueError, readVariables, url, variable } from '@takeoff/kit/service/config'
import type { ConfigOf, Environment } from '@takeoff/kit/service/config'

export const variables = {
  url: url('TAKEOFF_MCP_URL', {
    default: 'http://localhost:4000/mcp',
    about: 'Address of the tools of a gateway.',
  }),
  token: variable(
    'TAKEOFF_TOKEN',
    { secret: true, about: 'Access token of the user for whom the agent works.' },
    readToken,
  ),
}

/** @throws InvalidValueError for a token that no header can hold; that of the header would show it */
function readToken(text: string): string {
  const token = text.trim()
  if (/^[\x21-\x7E]+$/.test(token)) return token
  throw new InvalidValueError('must be one line without spaces')
}

/** @throws ConfigError with every violation */
export function readConfig(env: Environment = process.env): ConfigOf<typeof variables> {
  return readVariables(variables, env)
}
