import type { Manifest } from './manifests.ts'

/** A part of a manifest, by the keys that lead there. */
type Tree = Record<string, unknown>
function change(kind: string, name: string, keys: string, value: unknown) {
  return (manifests: readonly Manifest[]) => {
    const names = keys.split('.')
    const last = names.pop() ?? ''
    const object = manifests.find((one) => one.kind === kind && one.metadata.name === name)
    const parent = names.reduce<unknown>((part, key) => (part as Tree)[key], object) as Tree
    if (value === undefined) delete parent[last]
    else if (Array.isArray(parent[last]) && !Array.isArray(value)) parent[last].push(value)
    else parent[last] = value
  }
}
const drop = (kind: string, name: string) => (manifests: Manifest[]) => {
  const index = manifests.findIndex((one) => one.kind === kind && one.metadata.name === name)
  manifests.splice(index, 1)
}
const pod = 'spec.template.spec'
const container = `${pod}.containers.0`
const deployment = (keys: string, value: unknown) => change('Deployment', 'webhooks', keys, value)

/** A rule, a part of the violation that it must find, and the mistake. */
export type Mistake = readonly [string, string, (manifests: Manifest[]) => void]

/** One for each rule at least. */
export const mistakes: readonly Mistake[] = [
  ['schema', 'has no field', deployment(`${container}.livenesProbe`, {})],
  ['schema', 'must be integer', deployment('spec.replicas', 'two')],
  [
    'schema',
    'storge',
    change('RabbitmqCluster', 'takeoff-rabbitmq', 'spec.persistence.storge', '1'),
  ],
  ['schema', 'has no kind Ingress', change('Service', 'gateway', 'kind', 'Ingress')],
  [
    'variablesAreKnown',
    'GATEWAY_TIMEOUT',
    deployment(`${container}.env`, { name: 'GATEWAY_TIMEOUT_MS', value: '1' }),
  ],
  [
    'variablesAreKnown',
    'does not have it',
    change('ConfigMap', 'installation', 'data.PUBLIC_URL', undefined),
  ],
  ['requiredVariablesAreSet', 'lacks AUTH_ISSUER', deployment(`${container}.envFrom`, [])],
  [
    'requiredVariablesAreSet',
    'has both',
    deployment(`${container}.env`, { name: 'EVENTS_URL', value: 'amqp://x' }),
  ],
  [
    'valuesAreAccepted',
    'SHUTDOWN_DELAY_MS',
    deployment(`${container}.env`, { name: 'SHUTDOWN_DELAY_MS', value: '5s' }),
  ],
  [
    'filesAreMountedAndRead',
    'not mounted',
    deployment(`${pod}.volumes.1.projected.sources.1.secret.items`, []),
  ],
  [
    'filesAreMountedAndRead',
    'no variable names',
    deployment(`${pod}.volumes.1.projected.sources.1.secret.items`, {
      key: 'database-url',
      path: 'x',
    }),
  ],
  [
    'filesAreMountedAndRead',
    'does not have',
    deployment(`${pod}.volumes.1.projected.sources.0.secret.name`, 'x'),
  ],
  [
    'filesAreMountedAndRead',
    'in a variable',
    deployment(`${container}.env`, { name: 'SERVICE_SECRET', valueFrom: { secretKeyRef: {} } }),
  ],
  ['secretsAreUsed', 'console/sessions-url', drop('Deployment', 'console')],
  ['portsAreThoseOfProcesses', '4009', deployment(`${container}.ports.0.containerPort`, 4009)],
  [
    'portsAreThoseOfProcesses',
    'another port',
    change('Service', 'console', 'spec.ports.0.port', 80),
  ],
  ['portsAreThoseOfProcesses', 'no Service', drop('Service', 'console')],
  [
    'probesAreRoutes',
    'readinessProbe',
    deployment(`${container}.readinessProbe.httpGet.path`, '/healthz'),
  ],
  ['imagesAreBuilt', 'takeoff-hooks', deployment(`${container}.image`, 'takeoff-hooks')],
  ['imagesAreBuilt', 'has no Deployment', drop('Deployment', 'gateway')],
  ['migrationsAreJobs', 'has no job', drop('Job', 'webhooks-migration')],
  [
    'migrationsAreJobs',
    'migrates at its start',
    deployment(`${container}.env`, { name: 'DATABASE_MIGRATE', value: 'true' }),
  ],
  ['podsAreConfined', 'as root', deployment(`${pod}.securityContext.runAsUser`, 0)],
  [
    'podsAreConfined',
    'root file system',
    deployment(`${container}.securityContext.readOnlyRootFilesystem`, false),
  ],
  [
    'podsAreConfined',
    'has a token',
    change('ServiceAccount', 'webhooks', 'automountServiceAccountToken', true),
  ],
  ['podsAreConfined', 'no limit of memory', deployment(`${container}.resources.limits`, {})],
  ['deploymentsStayAvailable', 'budget', drop('PodDisruptionBudget', 'webhooks')],
  ['deploymentsStayAvailable', 'not spread', deployment(`${pod}.topologySpreadConstraints`, [])],
  [
    'deploymentsStayAvailable',
    'before another serves',
    deployment('spec.strategy.rollingUpdate.maxUnavailable', 1),
  ],
  ['deploymentsStayAvailable', 'is killed', deployment(`${pod}.terminationGracePeriodSeconds`, 20)],
  ['selectorsMatch', 'selects nothing', change('Service', 'webhooks', 'spec.selector', { a: 'b' })],
  [
    'selectorsMatch',
    'webhooks-migration',
    change('Job', 'webhooks-migration', 'spec.template.metadata.labels', {
      'app.kubernetes.io/name': 'webhooks',
    }),
  ],
  [
    'connectionsSuffice',
    'max_connections',
    change('HorizontalPodAutoscaler', 'webhooks', 'spec.maxReplicas', 30),
  ],
  [
    'podsHavePolicies',
    'webhooks has no',
    deployment('spec.template.metadata.labels', { 'app.kubernetes.io/name': 'x' }),
  ],
  [
    'connectionsAreThoseOfProcesses',
    'webhooks may not be entered by gateway',
    change('NetworkPolicy', 'webhooks', 'spec.ingress', []),
  ],
  [
    'connectionsAreThoseOfProcesses',
    'console may leave for webhooks',
    change('NetworkPolicy', 'console', 'spec.egress', { to: [{ podSelector: {} }] }),
  ],
  [
    'connectionsAreThoseOfProcesses',
    'takeoff-postgresql may be entered by console',
    change('NetworkPolicy', 'postgresql', 'spec.ingress.0.from', [{ namespaceSelector: {} }]),
  ],
  [
    'connectionsAreThoseOfProcesses',
    'redis may not be entered by gateway',
    drop('NetworkPolicy', 'redis'),
  ],
  [
    'connectionsAreThoseOfProcesses',
    'redis may be entered by webhooks',
    change('NetworkPolicy', 'redis', 'spec.ingress', { from: [{ podSelector: {} }] }),
  ],
  ['podsHavePolicies', 'close everything', drop('NetworkPolicy', 'deny-all')],
  [
    'prometheusReadsMetrics',
    'the metrics of webhooks',
    deployment('spec.template.metadata.annotations', { 'prometheus.io/scrape': 'true' }),
  ],
  [
    'prometheusReadsMetrics',
    'the metrics of console',
    change('NetworkPolicy', 'operators', 'spec.ingress.0.ports.0.port', 9100),
  ],
  [
    'publicAddressesOnly',
    '10.0.0.0/8',
    change('NetworkPolicy', 'receivers', 'spec.egress.0.to.0.ipBlock.except', []),
  ],
  [
    'gatewayAloneIsPublic',
    'webhooks may',
    change('NetworkPolicy', 'webhooks', 'spec.ingress', { from: [{ namespaceSelector: {} }] }),
  ],
  [
    'idleConnectionsEndAtLoadBalancerFirst',
    'takeoff keeps idle connections for 72000 ms',
    change('BackendTrafficPolicy', 'takeoff', 'spec.timeout.http.connectionIdleTimeout', '72s'),
  ],
  [
    'idleConnectionsEndAtLoadBalancerFirst',
    'takeoff does not say how long',
    drop('BackendTrafficPolicy', 'takeoff'),
  ],
  ['schema', 'idle', change('BackendTrafficPolicy', 'takeoff', 'spec.timeout.http.idle', '1s')],
]
