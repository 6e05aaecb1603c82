import { variables as gatewayVariables } from '@takeoff/gateway/config'
import { parse } from 'yaml'
import { readRepositoryFile } from '../../support/processes.ts'
import {
  connectionTargets,
  DATA,
  mayConnect,
  permits,
  placeOf,
  policiesOf,
  portOf,
} from './connections.ts'
import { environmentOf, ofKind, workloadsOf } from './manifests.ts'
import type { Manifest, Workload } from './manifests.ts'
import type { Rule } from './process-rules.ts'

/** What no policy names is closed, and each pod has policies: a process for both directions, a job for its own calls. */
export const podsHavePolicies: Rule = (manifests) => {
  const closed = ofKind(manifests, 'NetworkPolicy').find(
    ({ metadata }) => metadata.name === 'deny-all',
  )
  const { podSelector, ...types } = closed?.spec ?? {}
  const isClosed =
    JSON.stringify([podSelector, types]) === '[{},{"policyTypes":["Ingress","Egress"]}]'
  const without = workloadsOf(manifests).flatMap(({ name, kind, labels }) => {
    const own = new Set(
      policiesOf(manifests, 'takeoff', labels).flatMap(({ spec }) => spec?.policyTypes),
    )
    const needed = kind === 'Job' ? (['Egress'] as const) : (['Ingress', 'Egress'] as const)
    return needed.filter((type) => !own.has(type)).map((type) => `${name} has no ${type} policy`)
  })
  return [...(isClosed ? [] : ['deny-all does not close everything']), ...without]
}

/** Processes reach those whose addresses they have, at their ports, and no others; both ends permit it. */
export const connectionsAreThoseOfProcesses: Rule = (manifests) => {
  const targets = connectionTargets(manifests)
  return workloadsOf(manifests).flatMap((from) => {
    const calls = new Set(callsOf(from, manifests))
    const others = targets.filter(({ name }) => name !== from.name)
    return others.flatMap((to) => {
      const expected = calls.has(`${to.name}:${to.port}`)
      const { leaves, enters } = mayConnect(manifests, from, to)
      return [
        ...(leaves === expected ? [] : [`${from.name} ${may(leaves)} leave for ${to.name}`]),
        ...(enters === expected ? [] : [`${to.name} ${may(enters)} be entered by ${from.name}`]),
      ]
    })
  })
}

/** Public addresses are reached by port 443, those of receivers by any; private ones never. */
export const publicAddressesOnly: Rule = (manifests) =>
  ofKind(manifests, 'NetworkPolicy').flatMap(({ metadata: { name }, spec }) =>
    (spec?.egress ?? []).flatMap(({ to = [], ports }) => {
      const blocks = to.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock]))
      if (blocks.length === 0) return []
      const kept = new Set(blocks.flatMap(({ except = [] }) => except))
      const missing = [
        '10.0.0.0/8',
        '169.254.0.0/16',
        '172.16.0.0/12',
        '192.168.0.0/16',
        'fc00::/7',
      ]
      return [
        ...missing.filter((range) => !kept.has(range)).map((range) => `${name} reaches ${range}`),
        ...(name === 'receivers' || ports?.every(({ port }) => port === 443)
          ? []
          : [`${name} reaches every port`]),
      ]
    }),
  )

/** Clients reach the gateway alone. */
export const gatewayAloneIsPublic: Rule = (manifests) => {
  const balancer = { name: 'balancer', namespace: 'envoy-gateway-system', labels: {} }
  return workloadsOf(manifests).flatMap((workload) => {
    if (workload.kind === 'Job') return []
    const enters = permits(manifests, 'ingress', {
      at: placeOf(workload),
      other: balancer,
      port: portOf(workload),
    })
    return enters === (workload.name === 'gateway')
      ? []
      : [`${workload.name} ${may(enters)} be entered by clients`]
  })
}

/** Annotations name the port of the metrics, which Prometheus alone may reach. */
export const prometheusReadsMetrics: Rule = (manifests) => {
  const placeIn = (namespace: string) => ({ name: namespace, namespace, labels: {} })
  return workloadsOf(manifests).flatMap((workload) => {
    if (workload.kind === 'Job') return []
    const port = environmentOf(workload, manifests).get('ADMIN_PORT') ?? ''
    const at = { at: placeOf(workload), port: Number(port) }
    const isRight =
      workload.annotations['prometheus.io/scrape'] === 'true' &&
      workload.annotations['prometheus.io/port'] === port &&
      permits(manifests, 'ingress', { ...at, other: placeIn('monitoring') }) &&
      !permits(manifests, 'ingress', { ...at, other: placeIn('envoy-gateway-system') })
    return isRight ? [] : [`the metrics of ${workload.name} are not for Prometheus`]
  })
}

/** The load balancer closes idle connections before the gateway does: a request into one that is being closed fails. */
export const idleConnectionsEndAtLoadBalancerFirst: Rule = (manifests) => {
  const gateway = workloadsOf(manifests).find(({ name }) => name === 'gateway')
  const { keepAliveTimeoutMs } = gatewayVariables
  const text = gateway && environmentOf(gateway, manifests).get(keepAliveTimeoutMs.name)
  const keptMs = keepAliveTimeoutMs.read(text)
  const policies = manifests.filter(
    ({ kind }) => kind === 'BackendTrafficPolicy',
  ) as TrafficPolicy[]
  return (manifests as readonly Route[])
    .filter(({ kind, spec }) => kind === 'HTTPRoute' && spec.rules.some((rule) => rule.backendRefs))
    .flatMap(({ metadata: { name } }) => {
      const policy = policies.find(({ spec }) => spec.targetRefs.some((one) => one.name === name))
      if (policy === undefined) return [`${name} does not say how long idle connections are kept`]
      const idleMs = Number.parseInt(policy.spec.timeout.http.connectionIdleTimeout) * 1000
      return idleMs < keptMs ? [] : [`${name} keeps idle connections for ${idleMs} ms`]
    })
}

interface TrafficPolicy extends Manifest {
  readonly spec: {
    readonly targetRefs: readonly { readonly name: string }[]
    readonly timeout: { readonly http: { readonly connectionIdleTimeout: string } }
  }
}
interface Route extends Manifest {
  readonly spec: { readonly rules: readonly { readonly backendRefs?: object }[] }
}

/** Processes and ports that a process connects to, as `name:port`. */
function callsOf(from: Workload, manifests: readonly Manifest[]): string[] {
  const environment = environmentOf(from, manifests)
  const addresses = [...environment.values()]
  if (from.process === 'gateway') {
    const { subgraphs } = parse(readRepositoryFile('supergraph.yaml')) as {
      readonly subgraphs: Readonly<Record<string, { readonly routing_url: string }>>
    }
    addresses.push(...Object.values(subgraphs).map((subgraph) => subgraph.routing_url))
  }
  const data = DATA.filter(({ variables }) => variables.some((name) => environment.has(name)))
  // A job has the addresses that its process requires, and calls none.
  const called = from.kind === 'Job' ? [] : addresses
  return [
    ...called.flatMap((text) => /^http:\/\/([\w-]+:\d+)(?:\/|$)/.exec(text ?? '')?.[1] ?? []),
    ...data.map(({ name, port }) => `${name}:${port}`),
  ]
}

function may(can: boolean): string {
  return can ? 'may' : 'may not'
}
