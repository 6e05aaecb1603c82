import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundlePrograms } from '@takeoff/bundles/bundle-programs'
import { repositoryRoot } from '@takeoff/bundles/programs'
import { findFreePorts } from '@takeoff/kit/http/free-ports'
import { databaseOwners, planServices } from '@takeoff/dev-env/service-plans'
import type { Surroundings } from '@takeoff/dev-env/service-plans'
import { superviseService } from '@takeoff/dev-env/supervisor'
import type { ServicePlan, SupervisedService } from '@takeoff/dev-env/supervisor'
import { waitFor } from '@takeoff/dev-env/wait-for'
import { startHaproxy } from '../fleet/haproxy.ts'
import type { Front } from '../fleet/haproxy.ts'
import { fleetServices, memberPlanOf, migrate } from '../fleet/members.ts'
import type { FleetService } from '../fleet/members.ts'

const LIMIT_MS = 60_000
/** The documented HAProxy leads to two; further gateways share them. */
const GATEWAY_PORTS = 2
/** Longer than HAProxy needs to see that a gateway is not ready: two checks in 2 s. */
const SHUTDOWN_DELAY_MS = '2500'
/** The clocks of the machines may differ by 30 seconds: docs/operations.md. */
const CLOCK_JUMP_MS = '25000'
const CLOCK_JUMP = pathToFileURL(path.join(import.meta.dirname, 'clock-jump.ts')).href

/** Errors are in the logs: a fault causes many. */
const ignore = (): void => undefined

/** One of the processes of a service. */
export interface ServiceProcess {
  readonly name: string
  kill(): Promise<void>
  /** SIGTERM; resolves when the next process has the place and is ready. */
  restart(): Promise<void>
  freeze(): void
  thaw(): void
  /** The clock of the process is 25 seconds ahead, at the next call 25 seconds behind, and at the third one right again. */
  jumpClock(): void
  /** Resolves when it serves. */
  serves(): Promise<void>
}

/** Several processes of each service, behind HAProxy. */
export interface ClusterServices extends AsyncDisposable {
  readonly processes: Readonly<Record<FleetService, readonly ServiceProcess[]>>
}

/**
 * Migrates, starts all at once, and resolves when HAProxy leads to them.
 * @param count of the processes of each service
 */
export async function startServices(
  surroundings: Surroundings,
  { haproxy, count }: { readonly haproxy: string; readonly count: number },
): Promise<ClusterServices> {
  await bundlePrograms()
  await using stack = new AsyncDisposableStack()
  const { home } = surroundings
  const plans = planServices(surroundings)
  const logs = path.join(home, 'logs')
  const version = { name: 'migrate', folder: repositoryRoot }
  await Promise.all(databaseOwners.map((name) => migrate(memberPlanOf(name, plans), version, logs)))
  const fronts: Front[] = []
  const starting = fleetServices.map(async (name) => {
    const ports = await findFreePorts(name === 'gateway' ? Math.min(count, GATEWAY_PORTS) : count)
    fronts.push({ name, port: surroundings.ports[name], ports })
    const processes = Array.from({ length: count }, async (_, index) => {
      const port = ports[index % ports.length]
      const plan = processPlan(memberPlanOf(name, plans), String(port), index)
      const service = stack.use(
        await superviseService(plan, { directory: home, logs, say: ignore }),
      )
      return processOf(service)
    })
    return [name, await Promise.all(processes)] as const
  })
  await Promise.allSettled(starting)
  const processes = new Map<FleetService, readonly ServiceProcess[]>(await Promise.all(starting))
  const processesOf = (name: FleetService): readonly ServiceProcess[] => processes.get(name) ?? []
  const gateways = fronts.find(({ name }) => name === 'gateway')
  if (gateways === undefined) throw new Error('there is no gateway')
  const subgraphs = fronts.filter((front) => front !== gateways)
  stack.use(await startHaproxy(haproxy, home, gateways, subgraphs))
  const opened = stack.move()
  return {
    processes: {
      'production-lists': processesOf('production-lists'),
      'order-documents': processesOf('order-documents'),
      webhooks: processesOf('webhooks'),
      gateway: processesOf('gateway'),
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function processPlan({ name, entry, env }: ServicePlan, PORT: string, index: number): ServicePlan {
  return {
    name: `${name}-${index + 1}`,
    entry,
    env: {
      ...env,
      PORT,
      ...(name === 'gateway' && { REUSE_PORT: 'true' }),
      SHUTDOWN_DELAY_MS,
      NODE_OPTIONS: `--import=${CLOCK_JUMP}`,
      CLOCK_JUMP_MS,
    },
  }
}

function processOf(service: SupervisedService): ServiceProcess {
  const serves = async (): Promise<void> => {
    await waitFor(() => (service.isReady() ? true : undefined), {
      what: `The start of ${service.name}`,
      limitMs: LIMIT_MS,
    })
  }
  const signal = (name: NodeJS.Signals): void => {
    process.kill(service.current().pid, name)
  }
  return {
    name: service.name,
    serves,
    async kill() {
      await service.kill('SIGKILL')
    },
    async restart() {
      const { pid } = service.current()
      signal('SIGTERM')
      await waitFor(() => (service.current().pid === pid ? undefined : true), {
        what: `The end of ${service.name}`,
        limitMs: LIMIT_MS,
      })
      await serves()
    },
    freeze: () => service.freeze(),
    thaw: () => service.thaw(),
    jumpClock: () => signal('SIGUSR2'),
  }
}
