import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readBaseEnvironment, repositoryRoot } from '@takeoff/dev-env/config'
import { startIssuer } from '@takeoff/dev-env/issuer'
import type { Issuer } from '@takeoff/dev-env/issuer'
import { startChild } from '../child.ts'
import type { Child, ChildOptions } from '../child.ts'
import { startAsked } from '../methods.ts'
import type { Asked, Methods } from '../methods.ts'
import { shareCores } from './cores.ts'
import type { Cores } from './cores.ts'
import type { LoadMethods } from './load-process.ts'
import type { SubgraphsMethods } from './subgraphs-process.ts'

const SUPERGRAPH = path.join(repositoryRoot, 'gateway/supergraph.graphql')
const ADDRESSES = /@join__graph\(name: "([^"]+)", url: "[^"]*"\)/g

/** What every gateway is measured with: subgraphs that answer from memory, and a load generator. */
export interface Stage extends AsyncDisposable {
  readonly home: string
  /** Undefined where processes cannot be pinned. */
  readonly cores: Cores | undefined
  readonly subgraphs: Asked<SubgraphsMethods>
  readonly load: Asked<LoadMethods>
  readonly issuer: Issuer
  /** The repository's supergraph with the addresses of these subgraphs. */
  readonly supergraphPath: string
  /** Starts a gateway of this name on the core that gateways have to themselves. */
  startGateway(name: string, options: GatewayOptions): Promise<Child>
  /** The same for a process of this folder. */
  startAskedGateway<M extends Methods>(name: string): Promise<Asked<M>>
}

export type GatewayOptions = Pick<ChildOptions, 'entry' | 'args' | 'env' | 'nodeFlags' | 'ready'>

/** @param home folder of all data and logs */
export async function openStage(home: string): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const logFileOf = (name: string): string => path.join(home, `logs/${name}.log`)
  await mkdir(path.join(home, 'logs'), { recursive: true })
  const cores = shareCores()
  const env = { ...readBaseEnvironment(), NODE_ENV: 'production' }
  const start = <M extends Methods>(name: string, on: string | undefined): Promise<Asked<M>> =>
    startAsked<M>({
      entry: path.join(import.meta.dirname, `${name}-process.ts`),
      env,
      logFile: logFileOf(name),
      cores: on,
    })
  const subgraphs = stack.use(await start<SubgraphsMethods>('subgraphs', cores?.others))
  const load = stack.use(await start<LoadMethods>('load', cores?.others))
  const issuer = stack.use(await startIssuer(path.join(home, 'issuer.json')))
  const supergraphPath = path.join(home, 'supergraph.graphql')
  await writeFile(supergraphPath, await supergraphAt(await subgraphs.ask('urls')))
  const opened = stack.move()
  return {
    home,
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
    startAskedGateway: (name) => start(name, cores?.gateway),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function supergraphAt(urls: Readonly<Record<string, string>>): Promise<string> {
  const text = await readFile(SUPERGRAPH, 'utf8')
  return text.replaceAll(
    ADDRESSES,
    (_, name: string) => `@join__graph(name: "${name}", url: "${urls[name] ?? ''}")`,
  )
}
