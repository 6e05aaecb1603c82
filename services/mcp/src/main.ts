import { runProgram } from '@takeoff/kit/service/command-line'
import { readConfig } from './config.ts'
import { serveToolsOf } from './serve-tools-of.ts'

const HELP = `Offers the tools of a gateway to an agent on this machine, over standard input and output (Model Context Protocol).

Usage: npm run mcp

An agent that speaks HTTP needs no such program: it connects to the address itself.

  TAKEOFF_TOKEN    access token of the user for whom the agent works
  TAKEOFF_MCP_URL  address of the tools, http://localhost:4000/mcp by default
`

await runProgram({ help: HELP }, async () => {
  const { url, token } = readConfig()
  await serveToolsOf(new URL(url), token)
})
