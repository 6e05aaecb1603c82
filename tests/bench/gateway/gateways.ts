import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { bundleOf } from '@takeoff/bundles/programs'
import { AUDIENCE } from '@takeoff/dev-env/issuer/provider'
import type { BareMethods } from '../bare-process.ts'
import { WITHOUT_BUDGETS } from '../../support/without-budgets.ts'
import { preparePeers } from './peers.ts'
import type { ProxyMethods } from './proxy-process.ts'
import type { Settings } from './settings.ts'
import type { Stage } from './stage.ts'
import type { Fetch } from './subgraphs-process.ts'

/** A gateway that serves the stage's supergraph. */
export interface Gateway extends AsyncDisposable {
  readonly url: string
  readonly pid: number
  readonly headers: Readonly<Record<string, string>>
  /** Only for programs that cannot execute an operation: receives our gateway's responses and subgraph requests. */
  readonly learn?: (known: Known) => Promise<void>
}

/** How our gateway processed the requests of an operation. */
export interface Known {
  readonly responses: readonly string[]
  /** Request → the requests that it sent to subgraphs for it. */
  readonly fetches: ReadonlyMap<string, readonly Fetch[]>
}

export interface GatewayKind {
  readonly name: string
  /** The kind of program that ours is compared with. */
  readonly role: 'ours' | 'variant' | 'stock' | 'peer' | 'proxy' | 'limit'
  start(stage: Stage, nodeFlags?: readonly string[]): Promise<Gateway>
}

/** Those of its image, in services/bundles/Dockerfile. */
const NODE_FLAGS = [
  '--max-semi-space-size=32',
  '--heap-growing-percent=100',
  '--use-largepages=silent',
  '--max-inlined-bytecode-size=1200',
  '--max-inlined-bytecode-size-cumulative=2500',
]
const JSON_HEADERS = { 'content-type': 'application/json' }

export const ours: GatewayKind = {
  name: 'ours',
  role: 'ours',
  start: (stage, nodeFlags) => startOurs(stage, { nodeFlags, env: { AUTH: 'off' } }),
}

/** Everything that is measured; the limits come last, because they repeat the requests and responses of ours. */
export async function prepareGateways({ peers }: Settings): Promise<GatewayKind[]> {
  return [ours, oursWithTokens, stock, ...(peers ? await preparePeers() : []), proxy, bare]
}

const oursWithTokens: GatewayKind = {
  name: 'ours, tokens checked',
  role: 'variant',
  async start(stage, nodeFlags) {
    const { issuer } = stage
    const token = await issuer.mintToken({ userId: 1, orgIds: [1], scopes: ['lists:read'] })
    return startOurs(stage, {
      nodeFlags,
      headers: { authorization: `Bearer ${token}` },
      env: {
        ...WITHOUT_BUDGETS,
        AUTH_ISSUER: issuer.url,
        AUTH_AUDIENCE: AUDIENCE,
        AUTH_JWKS_URL: issuer.jwksUrl,
        SUBGRAPH_SECRETS: await secretsOfSubgraphs(stage.supergraphPath),
      },
    })
  },
}

/** A gateway that checks tokens signs them for its subgraphs; those of the bench do not verify that. */
async function secretsOfSubgraphs(supergraphPath: string): Promise<string> {
  const supergraph = await readFile(supergraphPath, 'utf8')
  const names = [...supergraph.matchAll(/@join__graph\(name: "([^"]+)"/g)].map(([, name]) => name)
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x'.repeat(32)])))
}

const stock: GatewayKind = { name: '@apollo/gateway', role: 'stock', start: startStock }
const proxy: GatewayKind = { name: 'proxy by hand', role: 'proxy', start: startProxy }
const bare: GatewayKind = { name: 'bare Node HTTP', role: 'limit', start: startBare }

async function startOurs(
  stage: Stage,
  options: {
    readonly env: Readonly<Record<string, string>>
    readonly headers?: Readonly<Record<string, string>>
    readonly nodeFlags: readonly string[] | undefined
  },
): Promise<Gateway> {
  const child = await stage.startGateway('ours', {
    entry: bundleOf('gateway'),
    env: { SUPERGRAPH_PATH: stage.supergraphPath, ...options.env },
    nodeFlags: [...NODE_FLAGS, ...(options.nodeFlags ?? [])],
  })
  const { url } = child.readyMessage as { readonly url: string }
  const headers = { ...JSON_HEADERS, ...options.headers }
  return { ...child, url: `${url}/graphql`, headers }
}

async function startStock(stage: Stage): Promise<Gateway> {
  const child = await stage.startGateway('stock', {
    entry: path.join(import.meta.dirname, 'stock-process.ts'),
    args: [stage.supergraphPath],
  })
  const { url } = child.readyMessage as { readonly url: string }
  return { ...child, url, headers: JSON_HEADERS }
}

async function startProxy(stage: Stage): Promise<Gateway> {
  const proxy = await stage.start<ProxyMethods>('proxy', 'gateway')
  const url = await proxy.call('url')
  return {
    ...proxy,
    url,
    headers: JSON_HEADERS,
    learn: ({ fetches }) => proxy.call('sendFor', fetches),
  }
}

async function startBare(stage: Stage): Promise<Gateway> {
  const bare = await stage.start<BareMethods>('../bare', 'gateway')
  const url = await bare.call('url')
  return {
    ...bare,
    url,
    headers: JSON_HEADERS,
    learn: ({ responses }) => bare.call('respondWith', responses[0] ?? ''),
  }
}
