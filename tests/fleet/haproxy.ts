import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startGuardedProcess } from '@takeoff/dev-env/guarded-process'
import type { RunningProcess } from '@takeoff/dev-env/keep-running'
import { waitFor } from '@takeoff/dev-env/wait-for'

const GATEWAYS = fileURLToPath(new URL('../../docs/examples/haproxy.cfg', import.meta.url))
const STOP_LIMIT_MS = 5_000
const START_LIMIT_MS = 60_000

/** One address before several processes of a service. */
export interface Front {
  readonly name: string
  readonly port: number
  readonly ports: readonly number[]
}

/**
 * Starts HAProxy: before the gateways as in the documentation, and before each subgraph. Resolves when it leads to a
 * gateway that is ready.
 */
export async function startHaproxy(
  haproxy: string,
  home: string,
  gateways: Omit<Front, 'name'>,
  subgraphs: readonly Front[] = [],
): Promise<RunningProcess> {
  const file = path.join(home, 'haproxy.cfg')
  await writeFile(file, subgraphs.map(sectionOf).join('\n'))
  const [first, second = first] = gateways.ports.map((port) => `127.0.0.1:${port}`)
  const logFile = path.join(home, 'logs/haproxy.log')
  await mkdir(path.dirname(logFile), { recursive: true })
  await using stack = new AsyncDisposableStack()
  const proxy = stack.use(
    await startGuardedProcess({
      command: haproxy,
      args: ['-f', GATEWAYS, '-f', file, '-db'],
      env: { LISTEN: `127.0.0.1:${gateways.port}`, GATEWAY_1: first, GATEWAY_2: second },
      logFile,
      stopSignal: 'SIGTERM',
      stopLimitMs: STOP_LIMIT_MS,
    }),
  )
  const leads = async (): Promise<true | undefined> => {
    if (!proxy.isRunning()) throw new Error(`HAProxy has ended; see ${logFile}`)
    const response = await fetch(`http://127.0.0.1:${gateways.port}/health/ready`).catch(() => null)
    return response?.ok === true ? true : undefined
  }
  await waitFor(leads, { what: 'A gateway behind HAProxy', limitMs: START_LIMIT_MS })
  stack.move()
  return proxy
}

function sectionOf({ name, port, ports }: Front): string {
  const servers = ports.map((at, index) => `  server ${name}-${index + 1} 127.0.0.1:${at}`)
  return `frontend ${name}
  bind 127.0.0.1:${port}
  default_backend ${name}

backend ${name}
  balance leastconn
  option httpchk GET /health/ready
  timeout check 2s
  default-server check inter 250ms fall 2 rise 1
${servers.join('\n')}
`
}
