import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer'
import type { INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort'
import { isSelected, ofKind, workloadsOf } from './manifests.ts'
import type { Labels, Manifest, Workload } from './manifests.ts'

/** What a connection may lead to or come from, beside the processes: pods of the data, and namespaces. */
export interface Place {
  readonly name: string
  readonly namespace: string
  readonly labels: Labels
}
type Direction = 'ingress' | 'egress'

interface Data extends Place {
  readonly port: number
  /** A process with one of these variables connects to it. */
  readonly variables: readonly string[]
}

/** The pods of the data, and their ports. */
export const DATA: readonly Data[] = [
  {
    name: 'takeoff-postgresql',
    namespace: 'takeoff-data',
    labels: { 'cnpg.io/cluster': 'takeoff-postgresql' },
    port: 5432,
    variables: ['DATABASE_URL_FILE'],
  },
  {
    name: 'takeoff-rabbitmq',
    namespace: 'takeoff-data',
    labels: { 'app.kubernetes.io/name': 'takeoff-rabbitmq' },
    port: 5672,
    variables: ['EVENTS_URL_FILE'],
  },
  {
    // The installation's own, with the label that the README names.
    name: 'redis',
    namespace: 'takeoff',
    labels: { 'app.kubernetes.io/name': 'redis' },
    port: 6379,
    variables: ['BUDGET_REDIS_URL_FILE', 'SESSIONS_URL_FILE'],
  },
]

/** Everything that a pod may have to connect to, with its port: the processes and the data. */
export function connectionTargets(manifests: readonly Manifest[]) {
  const processes = workloadsOf(manifests)
    .filter(({ kind }) => kind === 'Deployment')
    .map((to) => ({ ...placeOf(to), port: portOf(to) }))
  return [...processes, ...DATA]
}

/** Processes and data that a pod can connect to, as `name:port`: both ends permit it. */
export function placesReachedBy(from: Workload, manifests: readonly Manifest[]): string[] {
  return connectionTargets(manifests)
    .filter((to) => {
      const { leaves, enters } = mayConnect(manifests, from, to)
      return leaves && enters
    })
    .map(({ name, port }) => `${name}:${port}`)
}

/** Whether a pod may connect to a target, by the policies of each end. */
export function mayConnect(
  manifests: readonly Manifest[],
  from: Workload,
  to: ReturnType<typeof connectionTargets>[number],
) {
  const [source, { port }] = [placeOf(from), to]
  return {
    leaves: permits(manifests, 'egress', { at: source, other: to, port }),
    enters: permits(manifests, 'ingress', { at: to, other: source, port }),
  }
}

/** The policies of a pod with these labels, without the one that closes everything. */
export function policiesOf(manifests: readonly Manifest[], namespace: string, labels: Labels) {
  return ofKind(manifests, 'NetworkPolicy').filter(
    ({ metadata, spec }) =>
      metadata.name !== 'deny-all' &&
      metadata.namespace === namespace &&
      isSelected(labels, spec?.podSelector),
  )
}

/** Whether a policy of the pod permits a connection in this direction. */
export function permits(
  manifests: readonly Manifest[],
  direction: Direction,
  { at, other, port }: { readonly at: Place; readonly other: Place; readonly port: number },
): boolean {
  return policiesOf(manifests, at.namespace, at.labels).some(({ spec }) =>
    rulesOf(spec, direction).some(
      ({ peers, ports }) =>
        (ports === undefined || ports.some((one) => one.port === port)) &&
        peers.some((peer) => isPeer(peer, at, other)),
    ),
  )
}

interface Rules {
  readonly peers: readonly INetworkPolicyPeer[]
  readonly ports: readonly INetworkPolicyPort[] | undefined
}

function rulesOf(
  spec: ReturnType<typeof policiesOf>[number]['spec'],
  direction: Direction,
): Rules[] {
  if (direction === 'ingress')
    return (spec?.ingress ?? []).map(({ from = [], ports }) => ({ peers: from, ports }))
  return (spec?.egress ?? []).map(({ to = [], ports }) => ({ peers: to, ports }))
}

function isPeer(peer: INetworkPolicyPeer, at: Place, other: Place): boolean {
  if (peer.ipBlock !== undefined) return false
  const namespace = { 'kubernetes.io/metadata.name': other.namespace }
  const isIn =
    peer.namespaceSelector === undefined
      ? at.namespace === other.namespace
      : isSelected(namespace, peer.namespaceSelector)
  return isIn && isSelected(other.labels, peer.podSelector)
}

/** Where a pod is. */
export function placeOf({ name, labels }: Workload): Place {
  return { name, namespace: 'takeoff', labels }
}

/** The port that a pod serves. */
export function portOf({ container }: Workload): number {
  return container.ports?.find(({ name }) => name === 'http')?.containerPort ?? 0
}
