import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { declareTopology } from '@takeoff/kit/events/topology'
import { ofKind, readFolder } from './kubernetes/manifests.ts'
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
