import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { declareTopology } from '@takeoff/kit/events/topology'
import { parse } from 'yaml'
import { FOLDER, ofKind, readFolder } from './kubernetes/manifests.ts'
import type { Manifest } from './kubernetes/manifests.ts'
import { schemaViolations } from './kubernetes/schema.ts'
import { readCompose, readRepositoryFile, variablesOf } from '../support/processes.ts'

const root = path.resolve(import.meta.dirname, '../..')
const document = readRepositoryFile('docs/restore.md')

test('docs/restore.md purges every queue', async () => {
  const queues: string[] = []
  await declareTopology({
    assertExchange: () => Promise.resolve(),
    assertQueue: (name) => Promise.resolve(queues.push(name)),
    bindQueue: () => Promise.resolve(),
  })
  const [, step = ''] = /^3\. (.+(?:\n {3}.+)*)/m.exec(document) ?? []
  const named = [...step.matchAll(/`([a-z]+\.[a-z.]+)`/g)].map(([, name = '']) => name)
  expect(named.toSorted()).toEqual(queues.toSorted())
})

describe('the commands of docs/restore.md with compose', () => {
  const [, commands = ''] = /^### With compose\n[^#]*?```sh\n(.+?)```/ms.exec(document) ?? []
  const linesOf = (start: string) =>
    commands
      .split('\n')
      .filter((line) => line.startsWith(start))
      .map((line) => line.slice(start.length).split(/ +#/)[0]?.trim().split(' ') ?? [])

  test('can be read by a shell', () => {
    expect(commands).not.toBe('')
    execFileSync('bash', ['-n'], { input: commands })
  })

  test('stop every process, and neither PostgreSQL nor RabbitMQ', () => {
    const processes = Object.keys(variablesOf).filter((name) => name !== 'provider-simulator')
    expect(linesOf('docker compose stop ').flat().toSorted()).toEqual(processes.toSorted())
  })

  test('run programs that the services have, with files in a folder that outlives the container', () => {
    const [mounted] = /(?<=operator:)[\w/]+/.exec(commands) ?? []
    for (const [service = '', program = '', ...options] of linesOf('program ')) {
      expect(readCompose().services).toHaveProperty(service)
      expect(existsSync(path.join(root, `services/${service}/src/${program}.ts`))).toBe(true)
      const files = options.filter((_, index) => /^--(read|write)$/.test(options[index - 1] ?? ''))
      for (const file of files) expect(path.dirname(file)).toBe(mounted)
    }
  })

  test('verify the three services together, and look drafts up before order-documents starts', () => {
    const run = linesOf('program ').map(([service, program]) => `${service} ${program}`)
    expect(run.filter((one) => one.endsWith(' verify'))).toEqual([
      'production-lists verify',
      'order-documents verify',
      'webhooks verify',
    ])
    expect(commands.indexOf('look-up-drafts')).toBeLessThan(commands.indexOf('docker compose up'))
    expect(run).toContain('order-documents look-up-drafts')
  })
})

describe('the dumps of docs/restore.md', () => {
  const [, section = ''] = /^## Dumps\n(.+?)^## /ms.exec(document) ?? []
  const [backup = '', restore = '', ...others] = [...section.matchAll(/^```sh\n(.+?)^```/gms)].map(
    ([, commands = '']) => commands,
  )
  const wordsOf = (commands: string, pattern: RegExp) =>
    [...commands.matchAll(pattern)].flatMap(([, words = '']) => words.split(' '))

  test('can be read by a shell', () => {
    expect([backup, restore]).not.toContain('')
    expect(others).toEqual([])
    execFileSync('bash', ['-n'], { input: backup + restore })
  })

  test('are made and restored of every database', () => {
    const created = wordsOf(
      readRepositoryFile('services/dev-env/compose/create-databases.sh'),
      /^create (\w+) /gm,
    )
    const loops = [...(backup + restore).matchAll(/^for database in (.+); do$/gm)]
    expect(loops).toHaveLength(3)
    for (const [, names = ''] of loops) expect(names.split(' ')).toEqual(created)
  })

  test('are of one moment: every process is stopped before, webhooks when it has ingested all events', () => {
    const stopped = wordsOf(backup.split('pg_dump')[0] ?? '', /^docker compose stop (.+)$/gm)
    const processes = Object.keys(variablesOf).filter((name) => name !== 'provider-simulator')
    expect(stopped.toSorted()).toEqual(processes.toSorted())
    expect(stopped.at(-1)).toBe('webhooks')
    expect(backup).toMatch(/^until ingested.+\ndocker compose stop webhooks\n/m)
  })

  test('use services, a user and a folder of docker-compose.yml', () => {
    const { services } = readCompose()
    for (const name of wordsOf(backup + restore, /docker compose exec -T (\S+)/g))
      expect(services).toHaveProperty(name)
    for (const user of wordsOf(backup + restore, /--username (\S+)/g))
      expect(user).toBe(services['postgres']?.environment?.['POSTGRES_USER'])
    const [, service = '', folder] = /docker compose cp ([\w-]+):(\S+)/.exec(backup) ?? []
    expect(services[service]?.environment?.['FILES_PATH']).toBe(folder)
    const [script] = wordsOf(restore, /exec -T postgres sh (\S+)/g)
    expect(services['postgres']?.volumes?.map((volume) => volume.split(':')[1])).toContain(script)
  })
})

test('on Kubernetes docs/kubernetes stops every process, and starts each again, as no autoscaler does', () => {
  const scaled = readRepositoryFile('docs/kubernetes/README.md').matchAll(
    /scale deployment (.+) --replicas (\d)/g,
  )
  const names = ofKind(readFolder('production'), 'Deployment').map(({ metadata }) => metadata.name)
  const [stopped, ...started] = [...scaled].map(([, deployments = '', replicas]) => ({
    replicas,
    deployments: deployments.split(' '),
  }))
  expect(stopped?.replicas).toBe('0')
  expect(stopped?.deployments.toSorted()).toEqual(names.toSorted())
  expect(started.flatMap(({ deployments }) => deployments).toSorted()).toEqual(names.toSorted())
  expect(new Set(started.map(({ replicas }) => replicas))).toEqual(new Set(['2']))
})

describe('the recovery of the databases on Kubernetes in docs/restore.md', () => {
  const [, section = ''] = /^### On Kubernetes\n(.+?)^### /ms.exec(document) ?? []
  const [, snippet = ''] = /```yaml\n(.+?)```/s.exec(section) ?? []
  const data = readFolder('data') as (Manifest & { readonly spec: object })[]
  const cluster = data.find(({ kind }) => kind === 'Cluster')
  const name = cluster?.metadata.name ?? ''

  test('is a cluster with a new name that CloudNativePG accepts', () => {
    const { metadata, spec } = parse(snippet) as Manifest & { readonly spec: object }
    expect(metadata.name).toBe(`${name}-2`)
    const recovered = { ...cluster, metadata, spec: { ...cluster?.spec, ...spec } } as Manifest
    expect(schemaViolations(recovered)).toEqual([])
  })

  test('names each file that has the name of the cluster, and the number of addresses', () => {
    const files = globSync('**/*.yaml', { cwd: path.join(root, FOLDER) })
    const named = files.filter((file) => readRepositoryFile(`${FOLDER}/${file}`).includes(name))
    expect(named.length).toBeGreaterThan(0)
    for (const file of named) expect(section).toContain(`\`${file.replace('.example', '')}\``)
    const addresses = readRepositoryFile(`${FOLDER}/secrets.example.yaml`).split(`@${name}-rw.`)
    expect(addresses.length - 1).toBe(6)
    expect(section).toContain('the six addresses')
  })

  test('deletes objects whose databases are retained', () => {
    const databases = data.filter(({ kind }) => kind === 'Database')
    const [, deleted = ''] = /delete databases\.postgresql\.cnpg\.io (.+)/.exec(section) ?? []
    expect(deleted.split(' ')).toEqual(databases.map(({ metadata }) => metadata.name))
    for (const { spec } of databases) expect(spec).toHaveProperty('databaseReclaimPolicy', 'retain')
  })

  test('has commands that a shell can read', () => {
    const [, commands = ''] = /```sh\n(.+?)```/s.exec(section) ?? []
    expect(commands).not.toBe('')
    execFileSync('bash', ['-n'], { input: commands })
  })
})
