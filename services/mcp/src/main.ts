import {
  EXIT_CODES,
  FAILURE,
  parseCommandLine,
  UsageError,
  WRONG_USAGE,
} from '@takeoff/kit/service/command-line'
import { ConfigError } from '@takeoff/kit/service/config'
import { readConfig } from './config.ts'
import { serveToolsOf } from './serve-tools-of.ts'
import { errorMessage } from '@takeoff/kit/values/caught'

const HELP = `Offers the tools of a gateway to an agent on this machine, over standard input and output (Model Context Protocol).

Usage: npm run mcp

An agent that speaks HTTP needs no such program: it connects to the address itself.

  TAKEOFF_TOKEN    access token of the user for whom the agent works
  TAKEOFF_MCP_URL  address of the tools, http://localhost:4000/mcp by default

${EXIT_CODES}
`

try {
  const { values } = parseCommandLine(process.argv.slice(2), {})
  if (values.help === true) process.stdout.write(HELP)
  else {
    const { url, token } = readConfig()
    await serveToolsOf(new URL(url), token)
  }
} catch (error) {
  const isUsage = error instanceof UsageError || error instanceof ConfigError
  process.stderr.write(`${errorMessage(error)}\n`)
  process.exitCode = isUsage ? WRONG_USAGE : FAILURE
}
