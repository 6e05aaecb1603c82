import { ConfigError } from '@takeoff/kit/service/config'
import { readConfig } from './config.ts'
import { serveToolsOf } from './serve-tools-of.ts'

const USAGE = `Usage: npm run mcp

Offers the tools of a gateway to an agent on this machine, over standard input and output (Model Context Protocol).
An agent that speaks HTTP needs no such program: it connects to the address itself.

  TAKEOFF_TOKEN    access token of the user for whom the agent works
  TAKEOFF_MCP_URL  address of the tools, http://localhost:4000/mcp by default
`

const [argument] = process.argv.slice(2)
if (argument === '--help') process.stdout.write(USAGE)
else if (argument === undefined) await serve()
else fail(USAGE, 2)

async function serve(): Promise<void> {
  try {
    const { url, token } = readConfig()
    await serveToolsOf(new URL(url), token)
  } catch (error) {
    fail(`${(error as Error).message}\n`, error instanceof ConfigError ? 2 : 1)
  }
}

function fail(text: string, exitCode: number): void {
  process.stderr.write(text)
  process.exitCode = exitCode
}
