import { readCompose, readRepositoryFile } from '../../support/processes.ts'
import { environmentOf, isSelected, ofKind, workloadsOf } from './manifests.ts'
import type { Manifest, Workload } from './manifests.ts'
import type { Rule } from './process-rules.ts'

/** The webhook service opens this many connections more, as the owner of its tables. */
const MAINTENANCE_CONNECTIONS = 2
/** Those of a superuser, of replication and of the operator. */
const OTHER_CONNECTIONS = 20

const compose = readCompose()

/** No pod runs as root, writes its root file system, gains a privilege or has a token of the API. */
export const podsAreConfined: Rule = (manifests) =>
  workloadsOf(manifests).flatMap(({ name, process, pod, container }) => {
    const { securityContext: ofPod = {}, volumes = [] } = pod
    const { securityContext: own = {}, volumeMounts = [], resources } = container
    const account = ofKind(manifests, 'ServiceAccount').find(
      ({ metadata }) => metadata.name === pod.serviceAccountName,
    )
    const writable = new Set(
      volumes.filter(({ projected }) => !projected).map((volume) => volume.name),
    )
    const writes = volumeMounts.filter((mount) => writable.has(mount.name))
    const rules = {
      'may run as root': ofPod.runAsNonRoot !== true || !((ofPod.runAsUser ?? 0) > 0),
      'has another user than its pod': own.runAsUser !== undefined || own.runAsNonRoot === false,
      'writes its root file system': own.readOnlyRootFilesystem !== true,
      'may gain privileges': own.allowPrivilegeEscalation !== false || own.privileged === true,
      'has capabilities':
        own.capabilities?.drop?.join() !== 'ALL' || own.capabilities.add !== undefined,
      'has no seccomp profile': ofPod.seccompProfile?.type !== 'RuntimeDefault',
      'shares something with its node':
        pod.hostNetwork === true || pod.hostPID === true || pod.hostIPC === true,
      'has volumes of other kinds': volumes.some((one) => !one.emptyDir && !one.projected),
      'has a token':
        pod.automountServiceAccountToken !== false ||
        account?.automountServiceAccountToken !== false,
      'has variables of Services': pod.enableServiceLinks !== false,
      'has no limit of memory': resources?.limits?.['memory'] === undefined,
      'asks for nothing': !resources?.requests?.['cpu'] || !resources.requests['memory'],
      'writes to other folders than in docker-compose.yml':
        writes.map(({ mountPath }) => mountPath).join() !==
        compose.services[process]?.tmpfs?.join(),
    }
    return failing(name, rules)
  })

/** A process survives a drained node and a new version: budget, spread, two copies, time to end. */
export const deploymentsStayAvailable: Rule = (manifests) => {
  const [, limit] = /STOP_LIMIT_MS = ([\d_]+)/.exec(
    readRepositoryFile('services/kit/src/service/run.ts'),
  ) ?? ['', '']
  const stopLimitMs = Number(limit?.replaceAll('_', ''))
  return ofKind(manifests, 'Deployment').flatMap(({ metadata: { name }, spec }) => {
    const workload = workloadNamed(manifests, name)
    const { pod, labels } = workload
    const budgets = ofKind(manifests, 'PodDisruptionBudget').filter(({ spec: budget }) =>
      isSelected(labels, budget?.selector),
    )
    const spread = (pod.topologySpreadConstraints ?? []).filter((constraint) =>
      isSelected(labels, constraint.labelSelector),
    )
    const delayMs = Number(environmentOf(workload, manifests).get('SHUTDOWN_DELAY_MS') ?? 0)
    const rolling = spec?.strategy?.rollingUpdate
    const scaler = scalerOf(manifests, name)
    return failing(name, {
      'has no disruption budget of one pod':
        budgets.length !== 1 || budgets[0]?.spec?.maxUnavailable !== 1,
      'is not spread over nodes and zones':
        spread.map(({ topologyKey }) => topologyKey).join() !==
        'kubernetes.io/hostname,topology.kubernetes.io/zone',
      'stops a process before another serves':
        rolling?.maxUnavailable !== 0 || !(Number(rolling.maxSurge) > 0),
      'has one copy': !((scaler?.spec?.minReplicas ?? spec?.replicas ?? 1) >= 2),
      'stops before endpoints are withdrawn': delayMs < 5000,
      'is killed while it stops': !(
        (pod.terminationGracePeriodSeconds ?? 0) * 1000 >=
        delayMs + stopLimitMs + 5000
      ),
    })
  })
}

/** Selectors find the pods of their own, and of nothing else. */
export const selectorsMatch: Rule = (manifests) => {
  const workloads = workloadsOf(manifests)
  const selectors = [
    ...ofKind(manifests, 'Deployment').map((one) => ({ one, selector: one.spec?.selector })),
    ...ofKind(manifests, 'Service').map((one) => ({
      one,
      selector: { matchLabels: one.spec?.selector },
    })),
    ...ofKind(manifests, 'PodDisruptionBudget')
      .filter(({ metadata }) => metadata.namespace === 'takeoff')
      .map((one) => ({ one, selector: one.spec?.selector })),
  ]
  return selectors.flatMap(({ one: { kind, metadata }, selector }) => {
    const found = workloads.filter(({ labels }) => isSelected(labels, selector))
    const names = found.map(({ name }) => name).join()
    return names === metadata.name ? [] : [`${kind} ${metadata.name} selects ${names || 'nothing'}`]
  })
}

/** PostgreSQL takes the connections of every process at its most, of one more while it is replaced, and of the jobs. */
export const connectionsSuffice: Rule = (manifests) => {
  const needed = workloadsOf(manifests).map((workload) => {
    const environment = environmentOf(workload, manifests)
    if (!environment.has('DATABASE_URL_FILE')) return 0
    if (workload.kind === 'Job') return MAINTENANCE_CONNECTIONS
    const copies = (scalerOf(manifests, workload.name)?.spec?.maxReplicas ?? 2) + 1
    const more = environment.has('DATABASE_MIGRATION_URL_FILE') ? MAINTENANCE_CONNECTIONS : 0
    return copies * (Number(environment.get('DATABASE_POOL_SIZE')) + more)
  })
  const sum = needed.reduce((total, each) => total + each, OTHER_CONNECTIONS)
  const cluster = manifests.find(({ kind }) => kind === 'Cluster') as unknown as {
    readonly spec: { readonly postgresql: { readonly parameters: Record<string, string> } }
  }
  const most = Number(cluster.spec.postgresql.parameters['max_connections'])
  return sum <= most ? [] : [`max_connections is ${most}, and ${sum} are needed`]
}

function scalerOf(manifests: readonly Manifest[], name: string) {
  return ofKind(manifests, 'HorizontalPodAutoscaler').find(
    ({ spec }) => spec?.scaleTargetRef.kind === 'Deployment' && spec.scaleTargetRef.name === name,
  )
}

function workloadNamed(manifests: readonly Manifest[], name: string): Workload {
  const found = workloadsOf(manifests).find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no ${name}`)
  return found
}

function failing(name: string, rules: Readonly<Record<string, boolean>>): string[] {
  return Object.entries(rules).flatMap(([rule, fails]) => (fails ? [`${name} ${rule}`] : []))
}
