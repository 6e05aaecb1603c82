import { existsSync } from 'node:fs'
import path from 'node:path'
import { HEALTH_ROUTES } from '@takeoff/kit/http/health'
import type { Variable } from '@takeoff/kit/service/config'
import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { imageOf, portOfImage, readCompose, variablesOf } from '../../support/processes.ts'
import { environmentOf, ofKind, readDocuments, workloadsOf } from './manifests.ts'
import type { Manifest, Workload } from './manifests.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const compose = readCompose()
const SECRETS_FOLDER = '/run/secrets/takeoff/'
/** A ConfigMap of the installation's, with the certificate of the authority of its PostgreSQL. */
const AUTHORITY = 'postgresql-ca/ca.crt'

/** What is wrong with manifests, each violation with the object that has it. */
export type Rule = (manifests: readonly Manifest[]) => string[]

const forEach =
  (check: (workload: Workload, manifests: readonly Manifest[]) => readonly string[]): Rule =>
  (manifests) =>
    workloadsOf(manifests).flatMap((workload) =>
      check(workload, manifests).map((violation) => `${workload.name} ${violation}`),
    )

/** A migration reads the variables of the database alone. */
const known = ({ kind, process }: Workload): Variable<unknown>[] =>
  Object.values(kind === 'Job' ? databaseVariables : (variablesOf[process] ?? {}))

/** Names of variables, and for secrets those of the variables that name their files. */
const namesOf = ({ name, secret }: Variable<unknown>): string[] =>
  secret ? [name, `${name}_FILE`] : [name]

/** Each variable is one that the config.ts of the process reads. */
export const variablesAreKnown: Rule = forEach((workload, manifests) => {
  const names = new Set(known(workload).flatMap(namesOf))
  return [...environmentOf(workload, manifests)].flatMap(([name, text]) => [
    ...(names.has(name) ? [] : [`reads no variable ${name}`]),
    ...(text === undefined ? [`takes ${name} from a ConfigMap that does not have it`] : []),
  ])
})

/** Each variable that the process requires is set, itself or as a file, and not twice. */
export const requiredVariablesAreSet: Rule = forEach((workload, manifests) => {
  const environment = environmentOf(workload, manifests)
  return known(workload).flatMap((variable) => {
    const set = namesOf(variable).filter((name) => environment.get(name))
    if (set.length > 1) return [`has both ${set.join(' and ')}`]
    return variable.required && set.length === 0 ? [`lacks ${variable.name}`] : []
  })
})

/** Each value, and that of each secret once it is filled in, is one that config.ts accepts. */
export const valuesAreAccepted: Rule = forEach((workload, manifests) => {
  const environment = environmentOf(workload, manifests)
  const mounts = mountsOf(workload)
  return known(workload).flatMap((variable) => {
    const file = variable.secret ? environment.get(`${variable.name}_FILE`) : undefined
    const text = file === undefined ? environment.get(variable.name) : secretOf(mounts.get(file))
    // A file whose contents are the installation's.
    if (!variable.secret && text?.startsWith(SECRETS_FOLDER)) return []
    try {
      variable.read(text === '' ? undefined : text)
      return []
    } catch (error) {
      return [`${variable.name} ${(error as Error).message}`]
    }
  })
})

/** Mounted files are those that variables name, each from a key of a secret. Secrets are in files only. */
export const filesAreMountedAndRead: Rule = forEach((workload, manifests) => {
  const mounts = mountsOf(workload)
  const named = [...environmentOf(workload, manifests)].flatMap(([name, file]) =>
    file?.startsWith(SECRETS_FOLDER) ? [{ name, file }] : [],
  )
  const files = new Set(named.map(({ file }) => file))
  const inVariables = (workload.container.env ?? []).filter(
    ({ valueFrom }) => valueFrom?.secretKeyRef,
  )
  return [
    ...named
      .filter(({ file }) => !mounts.has(file))
      .map(({ name, file }) => `names in ${name} the file ${file}, which is not mounted`),
    ...[...mounts.keys()]
      .filter((file) => !files.has(file))
      .map((file) => `mounts ${file}, which no variable names`),
    ...[...mounts]
      .filter(([, key]) => key !== AUTHORITY && secretOf(key) === undefined)
      .map(([file, key]) => `mounts ${file} from ${key}, which secrets.example.yaml does not have`),
    ...inVariables.map(({ name }) => `has the secret ${name} in a variable`),
  ]
})

/** Each key of secrets.example.yaml is mounted, or is a user of RabbitMQ. */
export const secretsAreUsed: Rule = (manifests) => {
  const mounted = new Set(workloadsOf(manifests).flatMap((one) => [...mountsOf(one).values()]))
  return exampleSecrets.flatMap(({ key, namespace }) =>
    namespace === 'takeoff' && !mounted.has(key) ? [`${key} is mounted by no process`] : [],
  )
}

/** Ports are those of the images and of ADMIN_PORT, and an address of another process is a port of its Service. */
export const portsAreThoseOfProcesses: Rule = (manifests) => [
  ...forEach((workload) => {
    const { process, container, kind } = workload
    const port = portOfImage(imageOf(compose.services[process] ?? {}))
    const environment = environmentOf(workload, manifests)
    const expected = kind === 'Job' ? {} : { http: port, admin: environment.get('ADMIN_PORT') }
    const ports = (container.ports ?? []).map(({ name = '', containerPort }) => [
      name,
      String(containerPort),
    ])
    const actual = JSON.stringify(Object.fromEntries(ports))
    if (actual !== JSON.stringify(expected)) return [`has the ports ${actual}`]
    if (kind === 'Deployment' && environment.get('ADMIN_HOST') !== '0.0.0.0')
      return ['serves metrics inside of its pod only']
    return [...environment.values()].flatMap((text) => {
      const [, host = '', called] = /^http:\/\/([\w-]+):(\d+)(?:\/|$)/.exec(text ?? '') ?? []
      return called === undefined || servicePort(manifests, host) === called
        ? []
        : [`calls ${text}, which is no Service`]
    })
  })(manifests),
  ...ofKind(manifests, 'Service').flatMap(({ metadata: { name }, spec }) => {
    const own = workloadsOf(manifests).find((one) => one.name === name)
    const http = own?.container.ports?.find((port) => port.name === 'http')
    const [port, ...others] = spec?.ports ?? []
    const isRight = port?.targetPort === 'http' && port.port === http?.containerPort
    return isRight && others.length === 0 ? [] : [`Service ${name} has another port than its pods`]
  }),
]

/** Probes request routes that exist, of the port that clients use: readiness /health/ready, the others /health/live. */
export const probesAreRoutes: Rule = forEach(({ kind, container }) => {
  if (kind === 'Job') return []
  const probes = {
    startupProbe: '/health/live',
    livenessProbe: '/health/live',
    readinessProbe: '/health/ready',
  }
  return Object.entries(probes).flatMap(([name, route]) => {
    const get = container[name as keyof typeof probes]?.httpGet
    const isRight = get?.path === route && HEALTH_ROUTES.includes(route) && get.port === 'http'
    return isRight ? [] : [`has a ${name} that is not ${route} of http`]
  })
})

/** Each process of docker-compose.yml has a Deployment, with the image that compose builds for it. */
export const imagesAreBuilt: Rule = (manifests) => {
  const deployed = new Set(ofKind(manifests, 'Deployment').map(({ metadata }) => metadata.name))
  return [
    ...forEach(({ process, container }) =>
      compose.services[process]?.build !== undefined &&
      container.image === `${compose.name}-${process}`
        ? []
        : [`has the image ${container.image}, which compose does not build`],
    )(manifests),
    ...Object.entries(compose.services)
      .filter(([name, { build }]) => build !== undefined && name !== 'provider-simulator')
      .filter(([name]) => !deployed.has(name))
      .map(([name]) => `${name} has no Deployment`),
  ]
}

/** Each service with a database migrates it in a job, as the owner; its process does not. */
export const migrationsAreJobs: Rule = (manifests) => {
  const jobs = workloadsOf(manifests).filter(({ kind }) => kind === 'Job')
  return forEach((workload) => {
    const names = known(workload).map(({ name }) => name)
    if (!names.includes('DATABASE_MIGRATE')) return []
    const environment = environmentOf(workload, manifests)
    const migrates = environment.get('DATABASE_MIGRATE')
    const isOwner = environment.has('DATABASE_MIGRATION_URL_FILE')
    if (workload.kind === 'Deployment')
      return [
        ...(jobs.some(({ process }) => process === workload.name) ? [] : ['has no job']),
        ...(migrates === 'false' ? [] : ['migrates at its start']),
        // Its maintenance makes and drops partitions.
        ...(isOwner && workload.process !== 'webhooks' ? ['has the role of the owner'] : []),
      ]
    const [program, file = ''] = workload.container.command ?? []
    const isProgram = program === 'node' && file.endsWith(`${workload.process}/src/migrate.ts`)
    return [
      ...(isOwner ? [] : ['does not migrate as the owner']),
      ...(isProgram && existsSync(path.join(root, file)) ? [] : ['runs another program']),
      ...(workload.pod.restartPolicy === 'Never' ? [] : ['is restarted in place']),
    ]
  })(manifests)
}

function servicePort(manifests: readonly Manifest[], host: string): string | undefined {
  const service = ofKind(manifests, 'Service').find(({ metadata }) => metadata.name === host)
  return service?.spec?.ports?.[0]?.port.toString()
}

/** Mounted files, and the key of a secret or ConfigMap that each has. */
function mountsOf({ pod, container }: Workload): Map<string, string> {
  return new Map(
    (container.volumeMounts ?? []).flatMap(({ name: volume, mountPath }) =>
      (pod.volumes?.find(({ name }) => name === volume)?.projected?.sources ?? []).flatMap(
        ({ secret, configMap }): [string, string][] =>
          (secret?.items ?? configMap?.items ?? []).map(({ key, path: file }) => [
            `${mountPath}/${file}`,
            `${secret?.name ?? configMap?.name}/${key}`,
          ]),
      ),
    ),
  )
}

/** The keys of secrets.example.yaml as `secret/key`, each with its value once it is filled in. */
const exampleSecrets = ofKind(readDocuments<Manifest>('secrets.example.yaml'), 'Secret').flatMap(
  ({ metadata: { name, namespace }, stringData = {} }) =>
    Object.entries(stringData).map(([key, value]) => ({
      key: `${name}/${key}`,
      namespace,
      value: value.replaceAll(
        'CHANGE-ME',
        key.endsWith('secret-key') ? Buffer.alloc(32).toString('base64') : 'x'.repeat(43),
      ),
    })),
)

function secretOf(key: string | undefined): string | undefined {
  return exampleSecrets.find((secret) => secret.key === key)?.value
}
