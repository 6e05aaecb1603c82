import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startGuardedProcess } from '@takeoff/dev-env/guarded-process'
import type { GuardedProcess } from '@takeoff/dev-env/guarded-process'

const GATEWAYS = fileURLToPath(new URL('../../docs/examples/haproxy.cfg', import.meta.url))
const STOP_LIMIT_MS = 5_000

/** One address before several processes of a subgraph. */
export interface Front {
  readonly name: string
  readonly port: number
  readonly ports: readonly number[]
}

/** Starts HAProxy: before the gateways as in the documentation, and before each subgraph. */
export async function startProxy(
  haproxy: string,
  gateways: Front,
  subgraphs: readonly Front[],
  home: string,
): Promise<GuardedProcess> {
  const file = path.join(home, 'haproxy.cfg')
  await writeFile(file, subgraphs.map(sectionOf).join('\n'))
  const servers = gateways.ports.map((port, i) => [`GATEWAY_${i + 1}`, `127.0.0.1:${port}`])
  return startGuardedProcess({
    command: haproxy,
    args: ['-f', GATEWAYS, '-f', file, '-db'],
    env: { LISTEN: `127.0.0.1:${gateways.port}`, ...Object.fromEntries(servers) },
    logFile: path.join(home, 'logs/haproxy.log'),
    stopSignal: 'SIGTERM',
    stopLimitMs: STOP_LIMIT_MS,
  })
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
