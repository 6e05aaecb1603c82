import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { bundleOf, distFolder, programNames } from '@takeoff/bundles/programs'
import type { ProgramName } from '@takeoff/bundles/programs'
import {
  commandOf,
  instructionsOf,
  sourceStageOf,
  stagesOf,
  wordsOfLast,
} from '../images/dockerfile.ts'
import { dockerfile } from '../images/programs.ts'
import { imageOf, portOfImage, readCompose, variablesOf } from '../support/processes.ts'
import type { ComposeService } from '../support/processes.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8')

const text = await read('docker-compose.yml')
const compose = readCompose()
const stages = stagesOf(await read(dockerfile))
const databases = await read('services/dev-env/compose/create-databases.sh')
/** Services that prepare another one, and end. */
const SETUP: ReadonlySet<string> = new Set(['object-storage-volume'])
/** Traces of every request are for development; the simulator's token is explained in .env.example. */
const OWN_DEFAULTS = new Set(['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG', 'SIMULATOR_TOKEN'])
const serviceOf = (name: string): ComposeService => {
  const service = compose.services[name]
  if (service === undefined) throw new Error(`docker-compose.yml has no service ${name}`)
  return service
}

describe.each(Object.entries(variablesOf))('%s in docker-compose.yml', (name, variables) => {
  const service = serviceOf(name)
  const known = Object.values(variables)

  test('gets only variables that its config.ts reads', () => {
    const names = new Set(known.map((variable) => variable.name))

    expect(Object.keys(service.environment ?? {}).filter((set) => !names.has(set))).toEqual([])
  })

  test('gets every variable that it requires', () => {
    const required = known.filter((variable) => variable.required).map((variable) => variable.name)

    expect(Object.keys(service.environment ?? {})).toEqual(expect.arrayContaining(required))
  })

  test('gets every variable that decides which tokens are valid, as all services do', () => {
    const ofTokens = known.map((variable) => variable.name).filter((one) => one.startsWith('AUTH_'))

    expect(Object.keys(service.environment ?? {})).toEqual(expect.arrayContaining(ofTokens))
  })

  test('gets values that its config.ts accepts', async () => {
    const filledIn = await exampleEnvironment()
    const violations = known.flatMap((variable) => {
      const value = service.environment?.[variable.name]
      if (value === undefined) return []
      try {
        const substituted = substitute(value, filledIn)
        variable.read(substituted === '' ? undefined : substituted)
        return []
      } catch (error) {
        return [`${variable.name} ${(error as Error).message}`]
      }
    })

    expect(violations).toEqual([])
  })

  test('has the defaults of its config.ts, in .env.example too', async () => {
    const example = await exampleEnvironment()
    const others = known.flatMap((variable) => {
      const value = service.environment?.[variable.name] ?? ''
      if (variable.required || !/^\$\{\w+:-.+\}$/.test(value)) return []
      const isDefault = [example, new Map<string, string>()].every((env) =>
        isDeepStrictEqual(variable.read(substitute(value, env)), variable.read(undefined)),
      )
      return isDefault || OWN_DEFAULTS.has(variable.name) ? [] : [variable.name]
    })

    expect(others).toEqual([])
  })

  const image = imageOf(service)

  test('has an image with a health check, which runs its bundle, and no other, unprivileged', () => {
    const { target = '' } = service.build ?? {}
    const [node, ...args] = commandOf(image)
    const main = args.pop() ?? ''
    const dist = path.relative(root, distFolder)
    const bundles = image.filter(({ words }) => words.at(-1) === dist)

    expect(wordsOfLast(image, 'HEALTHCHECK')).toBeDefined()
    expect(wordsOfLast(image, 'USER')).toEqual(['node'])
    expect([node, args.filter((arg) => !arg.startsWith('--'))]).toEqual(['node', []])
    expect(path.join(root, main)).toBe(bundleOf(programNamed(name)))
    expect(bundles).toEqual([
      { name: 'COPY', words: [`--from=${target}-bundle`, `/app/${dist}`, dist] },
    ])
    const built = instructionsOf(stages, `${target}-bundle`).filter(({ words }) =>
      words.includes('services/bundles/src/main.ts'),
    )
    expect(built).toEqual([{ name: 'RUN', words: ['node', 'services/bundles/src/main.ts', name] }])
  })

  test('listens on the port that its clients use', async () => {
    const port = portOfImage(image)
    const calls = `${text}${await read('supergraph.yaml')}`.matchAll(
      new RegExp(String.raw`//${name}:(\d+)`, 'g'),
    )

    expect(wordsOfLast(image, 'EXPOSE')).toEqual([port])
    expect(new Set([port, ...[...calls].map(([, called]) => called)])).toEqual(new Set([port]))
  })
})

describe('the Dockerfile', () => {
  test('copies existing files', () => {
    const copies = stages
      .flatMap(({ instructions }) => instructions)
      .filter((one) => one.name === 'COPY' && sourceStageOf(one) === undefined)
    const sources = copies.flatMap(({ words }) => words.slice(0, -1))

    expect(sources.filter((source) => !existsSync(path.join(root, source)))).toEqual([])
  })

  test('builds every image from one pinned image, with the Node of package.json', async () => {
    const { dependencies } = JSON.parse(await read('package.json')) as {
      readonly dependencies: { readonly node: string }
    }
    const [, base] = /^ARG NODE_IMAGE=(.+)$/m.exec(await read(dockerfile)) ?? []
    const names = new Set(stages.map(({ name }) => name))
    const others = stages.filter(({ from }) => !names.has(from)).map(({ from }) => from)

    expect(base).toMatch(new RegExp(`^node:${dependencies.node}-slim@sha256:[\\da-f]{64}$`))
    expect(new Set(others)).toEqual(new Set(['${NODE_IMAGE}']))
  })
})

describe('docker-compose.yml', () => {
  const lasting = Object.entries(compose.services).filter(([name]) => !SETUP.has(name))

  test.each(lasting)('%s is checked and restarted', (_, service) => {
    expect(service.healthcheck ?? wordsOfLast(imageOf(service), 'HEALTHCHECK')).toBeDefined()
    expect(service.restart).toBe('unless-stopped')
  })

  test('starts each service after its dependencies are healthy', () => {
    const conditions = Object.values(compose.services).flatMap(({ depends_on: needs = {} }) =>
      Object.entries(needs),
    )

    expect(conditions.filter(([needed]) => compose.services[needed] === undefined)).toEqual([])
    for (const [needed, { condition }] of conditions)
      expect(condition).toBe(
        SETUP.has(needed) ? 'service_completed_successfully' : 'service_healthy',
      )
    expect(Object.keys(serviceOf('gateway').depends_on ?? {}).toSorted()).toEqual([
      'console',
      'order-documents',
      'production-lists',
      'webhooks',
    ])
  })

  test.each(Object.entries(compose.services))('%s is confined', (_, service) => {
    expect(service.read_only).toBe(true)
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
  })

  test.each(lasting)('%s runs without a capability, and not as root', (_, service) => {
    const user = service.user ?? wordsOfLast(imageOf(service), 'USER')?.join(' ')

    expect(service.cap_add).toBeUndefined()
    expect(service.tmpfs).toContain('/tmp')
    expect(user).toMatch(/^(?!root|0)\w+/)
  })

  test('changes the owner of a volume as root, without a network', () => {
    expect(serviceOf('object-storage-volume')).toMatchObject({
      network_mode: 'none',
      cap_add: ['CHOWN', 'DAC_OVERRIDE'],
    })
  })

  test('separates the tiers by networks that lead nowhere else', () => {
    const members = (network: string) =>
      Object.entries(compose.services)
        .filter(([, { networks = [] }]) => networks.includes(network))
        .map(([name]) => name)
        .toSorted()
    const subgraphs = ['order-documents', 'production-lists', 'webhooks']

    expect(members('databases')).toEqual([...subgraphs, 'postgres'].toSorted())
    expect(members('broker')).toEqual([...subgraphs, 'rabbitmq'].toSorted())
    expect(members('storage')).toEqual(['object-storage', 'order-documents'])
    expect(members('services')).toEqual(
      [...subgraphs, 'console', 'gateway', 'provider-simulator'].toSorted(),
    )
    expect(members('default')).toEqual([])
    for (const network of ['databases', 'broker', 'storage'])
      expect(compose.networks[network]).toEqual({ internal: true })
    const published = Object.entries(compose.services).filter(
      ([, { ports = [] }]) => ports.length > 0,
    )
    expect(published.map(([name]) => name)).toEqual(['gateway'])
  })

  test('pins each image by an exact version and its digest, with and without .env', async () => {
    const filledIn = await exampleEnvironment()
    for (const { image } of Object.values(compose.services)) {
      if (image === undefined) continue
      expect(substitute(image, filledIn)).toMatch(
        /^[\w/]+:(\d+\.\d+(\.\d+-alpine)?|RELEASE\.[\dTZ-]+)@sha256:[\da-f]{64}$/,
      )
      expect(substitute(image, new Map())).toBe(substitute(image, filledIn))
    }
  })

  test.each(['production-lists', 'order-documents', 'webhooks'])(
    '%s has a role for its process, another for its owner, and a user of the broker',
    (name) => {
      const role = name.replaceAll('-', '_')
      const password = `${role.toUpperCase()}_PASSWORD`
      const owner = `${role.toUpperCase()}_OWNER_PASSWORD`

      expect(serviceOf(name).environment).toMatchObject({
        DATABASE_URL: `postgres://${role}:\${${password}:?see .env.example}@postgres:5432/${role}`,
        DATABASE_MIGRATION_URL: `postgres://${role}_owner:\${${owner}:?see .env.example}@postgres:5432/${role}`,
        EVENTS_URL: `amqp://${name}:\${${password}:?see .env.example}@rabbitmq:5672`,
      })
      const environment = Object.entries(serviceOf('postgres').environment ?? {})
      expect(environment.map(([variable]) => variable)).toEqual(
        expect.arrayContaining([password, owner]),
      )
      expect(databases).toContain(`\ncreate ${role} ${role.toUpperCase()}\n`)
    },
  )

  test('starts no simulator unless its profile is selected', () => {
    expect(serviceOf('provider-simulator').profiles).toEqual(['provider-simulator'])
  })

  test('mounts volumes that are declared and files that exist', () => {
    const sources = Object.values(compose.services)
      .flatMap(({ volumes = [] }) => volumes)
      .map((volume) => volume.split(':')[0] ?? '')
    const unknown = sources.filter((source) =>
      source.startsWith('.') ? !existsSync(path.join(root, source)) : !(source in compose.volumes),
    )

    expect(unknown).toEqual([])
  })

  test('takes every value from a variable that .env.example explains, and from no other', async () => {
    const used = [...text.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name)
    const explained = [...(await read('.env.example')).matchAll(/^(\w+)=/gm)].map(
      ([, name]) => name,
    )

    expect(new Set(used)).toEqual(new Set(explained))
  })
})

test('the load balancer of docs/operations.md is pinned, and in a network of the gateways', async () => {
  const [, override = ''] =
    /^`compose\.override\.yml`[^]*?^```yaml\n([^]*?)^```/m.exec(await read('docs/operations.md')) ??
    []
  const { services } = parse(override, { logLevel: 'error' }) as Pick<typeof compose, 'services'>
  const { image, networks = [], depends_on: needs = {} } = services['load-balancer'] ?? {}

  expect(image).toMatch(/^haproxy:\d+\.\d+\.\d+-alpine$/)
  for (const needed of Object.keys(needs))
    expect(serviceOf(needed).networks?.some((network) => networks.includes(network))).toBe(true)
  expect(Object.keys(needs)).toEqual(['gateway'])
})

test('the load balancer of docs/examples closes idle connections before the gateway does', async () => {
  const keptMs = Number(variablesOf['gateway']?.['keepAliveTimeoutMs']?.read(undefined))
  const timeouts = [
    ...(await read('docs/examples/haproxy.cfg')).matchAll(/^ *timeout (\S+) (\d+)s$/gm),
  ]
  // An idle connection waits for the next request of its client, or in the pool of its server.
  for (const name of ['http-keep-alive', 'server'])
    expect(Number(timeouts.find(([, one]) => one === name)?.[2]) * 1000).toBeLessThan(keptMs)
})

function programNamed(name: string): ProgramName {
  const program = programNames.find((known) => known === name)
  if (program === undefined) throw new Error(`there is no program ${name}`)
  return program
}

const MAY_BE_EMPTY = new Set([
  'AUTH_ROLES',
  'BUDGET_REDIS_URL',
  'AUTH_JWKS_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'PROVIDERS',
  'SESSIONS_URL',
  'SIGN_IN_PARAMETERS',
  'TRUSTED_PROXIES',
])

/** .env.example with its values filled in. */
async function exampleEnvironment(): Promise<Map<string, string>> {
  const lines = (await read('.env.example')).matchAll(/^(\w+)=(.*)$/gm)
  const filledIn = new Map([...lines].map(([, name = '', value = '']) => [name, value]))
  for (const [name, value] of filledIn) {
    if (value === '' && !MAY_BE_EMPTY.has(name)) {
      filledIn.set(name, name === 'AUTH_ISSUER' ? 'https://login.example.com' : 'x'.repeat(43))
    }
  }
  const key = Buffer.alloc(32).toString('base64')
  return filledIn.set('WEBHOOKS_SECRET_KEY', key).set('PROVIDERS_SECRET_KEY', key)
}

/** `${NAME}`, `${NAME:-default}` and `${NAME:?complaint}` as Compose substitutes them. */
function substitute(value: string, environment: ReadonlyMap<string, string>): string {
  return value.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string | undefined, rest: string | undefined) =>
      environment.get(name) || (kind === '-' ? (rest ?? '') : ''),
  )
}
