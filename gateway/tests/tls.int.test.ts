import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { startSubgraph } from '@takeoff/kit/graphql/subgraph-server'
import { listenEarly } from '@takeoff/kit/http/early-server'
import { HttpClient } from '@takeoff/kit/http/http-client'
import { readVariables } from '@takeoff/kit/service/config'
import { authVariables } from '@takeoff/kit/service/config-groups'
import { createLogger } from '@takeoff/kit/service/logger'
import { NEXT_CERTIFICATE as CERTIFICATE } from '@takeoff/kit/testing/certificate'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import { openAccess, plainContext } from '@takeoff/kit/testing/open-access'
import { composeSupergraph } from '@takeoff/supergraph/composition/compose'
import { expect, test } from 'vitest'
import { startGateway } from './fixtures/start-gateway.ts'

const resolvers = { Query: { greeting: () => 'hello' } }
const SECRET = 's'.repeat(32)
const typeDefs = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.12")
  type Query { greeting: String! }
`

test(
  'clients, gateway and subgraph speak TLS, for queries, files and readiness',
  { timeout: 120_000 },
  async () => {
    await using stack = new AsyncDisposableStack()
    const { path: folder } = stack.use(await openTemporaryFolder('takeoff-tls'))
    const [tlsCertFile, tlsKeyFile] = [path.join(folder, 'tls.crt'), path.join(folder, 'tls.key')]
    await writeFile(tlsCertFile, CERTIFICATE.cert)
    await writeFile(tlsKeyFile, CERTIFICATE.key)
    const issuer = stack.use(await startTestIssuer())
    const subgraph = stack.use(
      await startSubgraph({
        name: 'order-documents',
        config: {
          ...readVariables(authVariables, { AUTH_ISSUER: issuer.url }),
          host: '127.0.0.1',
          adminHost: '127.0.0.1',
          adminPort: undefined,
          serviceSecrets: [SECRET],
        },
        early: await listenEarly({ host: '127.0.0.1', port: 0, tlsCertFile, tlsKeyFile }),
        logger: createLogger('test', 'silent'),
        typeDefs,
        resolvers,
        access: openAccess(resolvers),
        context: plainContext,
        ready: () => Promise.resolve(),
        routes: (app) => void app.get('/files/1', () => ({ a: 'file' })),
      }),
    )
    expect(subgraph.url).toMatch(/^https:/)
    const url = `${subgraph.url}/graphql`
    const composition = composeSupergraph([{ name: 'order-documents', url, sdl: typeDefs }])
    if (composition.kind === 'refused') throw new Error(JSON.stringify(composition.errors))
    const environment = {
      TLS_CERT_FILE: tlsCertFile,
      TLS_KEY_FILE: tlsKeyFile,
      SUBGRAPH_SECRETS: JSON.stringify({ 'order-documents': SECRET }),
      FILES_URL: subgraph.url,
    }
    const trusting = stack.use(
      await startGateway(composition.supergraphSdl, {
        ...environment,
        SERVICE_CA_FILE: tlsCertFile,
      }),
    )
    const client = stack.use(
      new HttpClient({
        connections: 2,
        timeoutMs: 10_000,
        responseBytesMax: 10_000,
        certificates: CERTIFICATE.cert,
      }),
    )
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${await issuer.token()}`,
    }
    const send = async (origin: string, requestPath: string, body?: string) => {
      const method = body === undefined ? 'GET' : 'POST'
      const payload = body === undefined ? {} : { body }
      const request = { origin, path: requestPath, method, headers, ...payload } as const
      const response = await client.request(request)
      return `${response.statusCode} ${response.body.toString()}`
    }
    const query = JSON.stringify({ query: '{ greeting }' })
    expect(await send(trusting.url, '/graphql', query)).toBe('200 {"data":{"greeting":"hello"}}')
    expect(await send(trusting.url, '/files/1')).toBe('200 {"a":"file"}')
    expect(await send(trusting.url, '/health/ready?deep')).toMatch(/^200 /)

    // A gateway that trusts public authorities only does not talk to it.
    const distrusting = stack.use(await startGateway(composition.supergraphSdl, environment))
    expect(await send(distrusting.url, '/graphql', query)).toContain('SUBGRAPH_UNAVAILABLE')
    expect(await send(distrusting.url, '/files/1')).toMatch(/^502 /)
    expect(await send(distrusting.url, '/health/ready?deep')).toMatch(/^503 /)
  },
)
