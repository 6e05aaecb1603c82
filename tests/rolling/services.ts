import path from 'node:path'
import { startInfrastructure } from '@takeoff/dev-env/infrastructure'
import type { Infrastructure } from '@takeoff/dev-env/infrastructure'
import { databaseOwners, httpTransportUrl, planServices } from '@takeoff/dev-env/service-plans'
import type { ServicePlan } from '@takeoff/dev-env/supervisor'
import { WITHOUT_BUDGETS } from '../support/without-budgets.ts'
import { startBalancer } from './balancer.ts'
import type { Balancer } from './balancer.ts'
import { fleetServices, memberPlanOf, migrate, startMember } from '../fleet/members.ts'
import type { FleetService, Member, MemberPlan, Version } from '../fleet/members.ts'
import { say } from '../fleet/say.ts'

/** Longer than the balancer needs to see that a process is not ready. */
const SHUTDOWN_DELAY_MS = '500'

/** All services, each behind one address, with its processes of any version. */
export interface Services extends AsyncDisposable {
  readonly infrastructure: Infrastructure
  readonly transport: string
  /** Runs the program that migrates, for each subgraph. */
  migrate(version: Version): Promise<void>
  /** Starts a process of this version beside the one that runs, if there is one. */
  start(name: FleetService, version: Version): Promise<void>
  /** Ends the older of the two processes, with SIGTERM. */
  endOlder(name: FleetService): Promise<void>
}

/** PostgreSQL, RabbitMQ where there is one, an issuer, and addresses of the services without a process behind them. */
export async function openServices(home: string, port: number): Promise<Services> {
  await using stack = new AsyncDisposableStack()
  const infrastructure = await startInfrastructure(stack, {
    home,
    port,
    webhookProcesses: 1,
    broker: 'auto',
    amqpUrl: process.env['AMQP_URL'],
    mayInstallBroker: true,
    throwaway: true,
    postgresSettings: {},
    say,
  })
  const { broker, ports } = infrastructure
  await broker?.ready
  const eventsUrl = broker?.url ?? httpTransportUrl(infrastructure)
  const extra = { gateway: { ...WITHOUT_BUDGETS, REUSE_PORT: 'true' } }
  const plans = planServices({ ...infrastructure, home, extra, eventsUrl, explorerToken: '' })
  const balancers = new Map<string, Balancer>()
  for (const name of databaseOwners)
    balancers.set(name, stack.use(await startBalancer(ports[name])))
  const members = new Map<string, Member[]>()
  stack.defer(async () => {
    for (const name of fleetServices.toReversed())
      for (const member of members.get(name) ?? []) await member.terminate()
  })
  const logs = path.join(home, 'logs')
  const opened = stack.move()
  return {
    infrastructure,
    transport: broker === undefined ? 'http' : 'amqp',
    async migrate(version) {
      for (const name of databaseOwners) await migrate(planOf(name, plans), version, logs)
    },
    async start(name, version) {
      const member = await startMember(planOf(name, plans), version, logs)
      balancers.get(name)?.add(member.url)
      members.set(name, [...(members.get(name) ?? []), member])
    },
    async endOlder(name) {
      const [older, ...others] = members.get(name) ?? []
      members.set(name, others)
      try {
        await older?.terminate()
      } finally {
        if (older !== undefined) balancers.get(name)?.remove(older.url)
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function planOf(name: FleetService, plans: readonly ServicePlan[]): MemberPlan {
  const plan = memberPlanOf(name, plans)
  // Those of one service share the address of their balancer, those of the gateway the port itself.
  const env = { ...plan.env, SHUTDOWN_DELAY_MS, ...(name !== 'gateway' && { PORT: '0' }) }
  return { ...plan, env }
}
