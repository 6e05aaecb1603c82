import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { bundlePrograms } from '@takeoff/bundles/bundle-programs'
import { repositoryRoot } from '@takeoff/bundles/programs'
import { readBaseEnvironment } from '@takeoff/dev-env/config'
import { startDevEnv } from '@takeoff/dev-env/dev-env'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { startIssuer } from '@takeoff/dev-env/issuer/issuer'
import type { Issuer } from '@takeoff/dev-env/issuer/issuer'
import { composeSupergraph } from '@takeoff/supergraph/composition/compose'
import { startChild } from '../child.ts'
import type { Child, ChildOptions } from '../child.ts'
import { startCalled } from '../methods.ts'
import { WITHOUT_BUDGETS } from '../../support/without-budgets.ts'
import type { Called, Methods } from '../methods.ts'
import { shareCores } from './cores.ts'
import type { Cores } from './cores.ts'
import type { LoadMethods } from './load-process.ts'
import { MADE_UP_SCHEMAS } from './subgraph-schemas.ts'
import type { MadeUpSupergraph } from './subgraph-schemas.ts'
import type { SubgraphsMethods } from './subgraphs-process.ts'

const SUPERGRAPH = path.join(repositoryRoot, 'gateway/supergraph.graphql')
const ADDRESSES = /@join__graph\(name: "([^"]+)", url: "[^"]*"\)/g

/** The environment of every measurement: subgraphs that respond from memory, and a load generator. */
export interface Stage extends AsyncDisposable {
  /** Undefined if processes cannot be pinned. */
  readonly cores: Cores | undefined
  readonly subgraphs: Called<SubgraphsMethods>
  readonly load: Called<LoadMethods>
  /** The issuer whose tokens our gateway accepts over these subgraphs. */
  readonly issuer: Issuer
  /** The supergraph that gateways serve: initially the repository's, with the addresses of these subgraphs. */
  readonly supergraphPath: string
  /** The same stage, whose gateways serve another supergraph. */
  withSupergraph(name: MadeUpSupergraph): Promise<Stage>
  /** Starts a gateway of this name on the core that is reserved for gateways. */
  startGateway(name: string, options: GatewayOptions): Promise<Child>
  /** Starts a process of this folder. */
  start<M extends Methods>(name: string, place: Place): Promise<Called<M>>
  /** The real services, started when they are first needed. */
  realServices(): Promise<RealServices>
}

/** The cores that a process may use: the gateways' core, the others, or all. */
export type Place = keyof Cores | 'anywhere'

export interface RealServices {
  readonly devEnv: DevEnv
  /** Folder of the services' data. */
  readonly home: string
}

export type GatewayOptions = Pick<ChildOptions, 'entry' | 'args' | 'env' | 'nodeFlags' | 'ready'>

/** @param home folder of all data and logs */
export async function openStage(home: string): Promise<Stage> {
  await bundlePrograms()
  await using stack = new AsyncDisposableStack()
  const logFileOf = (name: string): string => path.join(home, `logs/${path.basename(name)}.log`)
  await mkdir(path.join(home, 'logs'), { recursive: true })
  const cores = shareCores()
  const env = { ...readBaseEnvironment(), NODE_ENV: 'production' }
  const start = <M extends Methods>(name: string, place: Place): Promise<Called<M>> =>
    startCalled<M>({
      entry: path.join(import.meta.dirname, `${name}-process.ts`),
      env,
      logFile: logFileOf(name),
      cores: place === 'anywhere' ? undefined : cores?.[place],
    })
  const subgraphs = stack.use(await start<SubgraphsMethods>('subgraphs', 'others'))
  const load = stack.use(await start<LoadMethods>('load', 'others'))
  const issuer = stack.use(await startIssuer(path.join(home, 'issuer.json')))
  const supergraphPath = path.join(home, 'supergraph.graphql')
  await writeFile(supergraphPath, await supergraphAt(await subgraphs.call('urls', 'own')))
  let services: Promise<RealServices> | undefined
  const startServices = async (): Promise<RealServices> => {
    const options = { home: path.join(home, 'services'), port: await findFreePort() }
    const devEnv = await startDevEnv({
      ...options,
      throwaway: true,
      environment: { gateway: WITHOUT_BUDGETS },
      say: () => undefined,
    })
    return { devEnv: opened.use(devEnv), home: options.home }
  }
  const opened = stack.move()
  const stage: Stage = {
    cores,
    subgraphs,
    load,
    issuer,
    supergraphPath,
    startGateway: (name, options) =>
      startChild({
        ...options,
        env: { ...env, ...options.env },
        logFile: logFileOf(name),
        cores: cores?.gateway,
      }),
    start,
    realServices: () => (services ??= startServices()),
    async withSupergraph(name) {
      const file = path.join(home, `${name}.graphql`)
      await writeFile(file, composedAt(MADE_UP_SCHEMAS[name], await subgraphs.call('urls', name)))
      return { ...stage, supergraphPath: file }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
  return stage
}

/** The supergraph of these subgraphs at these addresses; both by name. */
function composedAt(
  schemas: Readonly<Record<string, string>>,
  urls: Readonly<Record<string, string>>,
): string {
  const composition = composeSupergraph(
    Object.entries(schemas).map(([name, sdl]) => ({ name, sdl, url: urls[name] ?? '' })),
  )
  if (composition.kind === 'refused') throw new Error(JSON.stringify(composition.errors))
  return composition.supergraphSdl
}

async function supergraphAt(urls: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(SUPERGRAPH, 'utf8')
  return text.replaceAll(
    ADDRESSES,
    (_, name: string) => `@join__graph(name: "${name}", url: "${urls[name] ?? ''}")`,
  )
}
