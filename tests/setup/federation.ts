import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { readConfig } from '@takeoff/gateway/config'
import { composeSupergraph } from '@takeoff/supergraph/composition/compose'
import { startService } from '@takeoff/gateway/service'
import { createLogger } from '@takeoff/kit/service/logger'
import type { RunningService } from '@takeoff/kit/service/run'
import { startTestIssuer } from '@takeoff/kit/testing/issuer'
import type { TestProject } from 'vitest/node'
import { startSubgraphOf } from '../conformance/federation/subgraphs.ts'
import { prepareSuite } from '../conformance/federation/suite.ts'
import type { Suite } from '../conformance/federation/suite.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The files of the suite for subgraphs, and their addresses. */
    federation: {
      readonly testFiles: readonly string[]
      readonly products: Endpoint & { readonly serviceSecret: string }
      readonly gateway: Endpoint
    }
  }
}

interface Endpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

const SERVICE_SECRET = 'the service secret of every subgraph'

/** The three subgraphs of Apollo's suite, and our gateway over them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await using stack = new AsyncDisposableStack()
  const suite = await prepareSuite()
  if (suite === undefined) {
    const nowhere = { url: '', headers: {} }
    const products = { ...nowhere, serviceSecret: SERVICE_SECRET }
    project.provide('federation', { testFiles: [], products, gateway: nowhere })
    return async () => undefined
  }
  const issuer = stack.use(await startTestIssuer())
  // Valid for a day, because all setups run before the first test, and these tests run last.
  const authorization = `Bearer ${await issuer.token({ expires: '1 day' })}`
  const subgraphs = await startSubgraphs(suite, issuer.url, stack)
  const gateway = stack.use(await startGateway(subgraphs, issuer.url, stack))
  project.provide('federation', {
    testFiles: suite.testFiles,
    products: {
      url: subgraphs.find(({ name }) => name === 'products')?.url ?? '',
      headers: { authorization },
      serviceSecret: SERVICE_SECRET,
    },
    gateway: { url: `${gateway.url}/graphql`, headers: { authorization } },
  })
  const opened = stack.move()
  return () => opened.disposeAsync()
}

interface Subgraph {
  readonly name: string
  readonly url: string
  readonly sdl: string
}

async function startSubgraphs(
  { schemas }: Suite,
  authIssuer: string,
  stack: AsyncDisposableStack,
): Promise<Subgraph[]> {
  const subgraphs: Subgraph[] = []
  for (const name of ['products', 'users', 'inventory'] as const) {
    const typeDefs = await readFile(schemas[name], 'utf8')
    const options = { typeDefs, serviceSecret: SERVICE_SECRET, authIssuer }
    const { url } = stack.use(await startSubgraphOf(name, options))
    subgraphs.push({ name, url: `${url}/graphql`, sdl: typeDefs })
  }
  return subgraphs
}

async function startGateway(
  subgraphs: readonly Subgraph[],
  authIssuer: string,
  stack: AsyncDisposableStack,
): Promise<RunningService> {
  const composition = composeSupergraph(subgraphs)
  if (composition.kind === 'refused') throw new Error(JSON.stringify(composition.errors))
  const { path: folder } = stack.use(await openTemporaryFolder('takeoff-federation'))
  const supergraphPath = path.join(folder, 'supergraph.graphql')
  await writeFile(supergraphPath, composition.supergraphSdl)
  const secrets = subgraphs.map(({ name }) => [name, SERVICE_SECRET])
  const config = readConfig({
    SUPERGRAPH_PATH: supergraphPath,
    AUTH_ISSUER: authIssuer,
    SUBGRAPH_SECRETS: JSON.stringify(Object.fromEntries(secrets)),
  })
  return startService(config, createLogger('gateway', 'silent'))
}
