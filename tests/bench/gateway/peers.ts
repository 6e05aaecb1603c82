import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { waitFor } from '@takeoff/dev-env/wait-for'
import type { GatewayKind } from './gateways.ts'

const run = promisify(execFile)

/** Outside of the workspace, because these are not its packages, and shared by all clones of a user. */
const FOLDER = path.join(homedir(), '.cache/takeoff/bench-gateways')
const INSTALLED = path.join(FOLDER, 'installed.json')
const HIVE = path.join(FOLDER, 'node_modules/@graphql-hive/gateway/dist/bin.js')
const INSTALL_LIMIT_MS = 600_000
const START_LIMIT_MS = 60_000

/** The overrides exclude a broken release and a second copy of graphql. */
const MANIFEST = {
  private: true,
  dependencies: {
    '@graphql-hive/gateway': '2.15.1',
    '@graphql-hive/router-runtime': '1.4.23',
    graphql: '16.15.0',
  },
  overrides: { '@graphql-tools/batch-execute': '10.2.0', graphql: '16.15.0' },
}

/** Third-party gateways, installed when missing; none when they cannot be installed. */
export async function preparePeers(): Promise<GatewayKind[]> {
  try {
    await install()
  } catch (error) {
    console.log(
      `WITHOUT HIVE GATEWAY, which npm could not install into ${FOLDER}. Is the network down?\n${String(error)}\n`,
    )
    return []
  }
  return [hive('Hive Gateway', []), hive('Hive Gateway, Rust planner', ['--hive-router-runtime'])]
}

async function install(): Promise<void> {
  const manifest = JSON.stringify(MANIFEST, undefined, 2)
  if ((await readFile(INSTALLED, 'utf8').catch(() => '')) === manifest) return
  console.log(`Installing third-party gateways into ${FOLDER}\n`)
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  await writeFile(path.join(FOLDER, 'package.json'), manifest)
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    timeout: INSTALL_LIMIT_MS,
  })
  await writeFile(INSTALLED, manifest)
}

/** Hive Gateway as its documentation starts it. */
function hive(name: string, args: readonly string[]): GatewayKind {
  return {
    name,
    role: 'peer',
    async start(stage) {
      const port = await findFreePort()
      const url = `http://127.0.0.1:${port}`
      const child = await stage.startGateway('hive', {
        entry: HIVE,
        args: [
          'supergraph',
          stage.supergraphPath,
          '--host',
          '127.0.0.1',
          '--port',
          String(port),
          ...args,
        ],
        ready: () => waitFor(() => isReady(url), { what: name, limitMs: START_LIMIT_MS }),
      })
      return { ...child, url: `${url}/graphql`, headers: { 'content-type': 'application/json' } }
    },
  }
}

async function isReady(url: string): Promise<true | undefined> {
  const response = await fetch(`${url}/readiness`).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status === 200 ? true : undefined
}
