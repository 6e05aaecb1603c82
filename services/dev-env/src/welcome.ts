import type { DevEnv } from './dev-env.ts'
import { devDetailsFile } from './dev-details.ts'

/** The output of `npm start` when the stack serves. */
export function welcome(
  devEnv: DevEnv,
  { home, seconds }: { readonly home: string; readonly seconds: string },
): string {
  const { details, urls } = devEnv
  const { tokens } = details
  return `
Takeoff is ready after ${seconds} s.

  Console     ${urls.gateway}/ (one click signs in)
  Endpoint    ${details.graphqlUrl}
  Explorer    ${urls.gateway}/graphiql
  Agents      ${urls.gateway}/mcp (Model Context Protocol)
  Docs        ${urls.gateway}/docs/
  Events      ${devEnv.transport === 'amqp' ? `RabbitMQ (${devEnv.broker?.kind})` : 'http transport (no RabbitMQ)'}
  Suppliers   ${urls['provider-simulator']}/control/orders (simulated; bearer token ${details.providerSimulator.accessToken})
  Sign-in     ${details.issuer.url} (OpenID Connect; people and clients in services/dev-env/identities.json)
  For scripts ${devDetailsFile(home)}
  Logs        ${devEnv.logs}

Tokens, valid for a day:

  admin, all scopes:
  ${tokens.admin}

  integration (the scopes of the role integration):
  ${tokens.integration}

  reader (lists:read orders:read):
  ${tokens.reader}

  admin of another organization (${details.otherOrgId}):
  ${tokens.otherOrg}

A first query to paste:

${firstQuery(devEnv)}

Ctrl-C stops everything; the data stays. "npm run reset" clears it.
`
}

function firstQuery({ details }: DevEnv): string {
  const query = `{ projectManagementProductionList(jobId: ${details.jobId}, orgId: ${details.orgId}) { id name totalPrice listItems { name quantity quantityUnits } } }`
  return `curl -s ${details.graphqlUrl} \\
  -H 'content-type: application/json' \\
  -H 'authorization: Bearer ${details.tokens.reader}' \\
  -d '${JSON.stringify({ query })}'`
}
