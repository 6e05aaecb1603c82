import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { describe, expect, test } from 'vitest'
import { findViolations } from './boundaries/check.ts'
import type { SourceFile } from './boundaries/check.ts'
import { ALLOWED_IMPORTS, FILES_MAX, LAYERS, PACKAGES, PURE } from './boundaries/rules.ts'

const root = path.resolve(import.meta.dirname, '../..')
const webhooks = 'services/webhooks/src'
const domain = 'services/production-lists/src/domain/rule.ts'

/** Checks one file, as if it were at `file` in the repository. */
const check = (file: string, text: string) => findViolations([{ file, text }]).join('\n')
const importing = (specifier: string) =>
  `import type { X } from '${specifier}'\nexport type Y = X\n`

async function sourceFiles(): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  const folders = '{services/*/src,services/*/tests,services/*/web/src,gateway/src,gateway/tests}'
  for await (const file of glob(`${folders}/**/*.{ts,tsx}`, { cwd: root }))
    files.push({ file, text: await readFile(path.join(root, file), 'utf8') })
  return files
}

describe('the repository', () => {
  test('follows every rule', { timeout: 60_000 }, async () => {
    const files = await sourceFiles()
    expect(files.length).toBeGreaterThan(500)
    expect(findViolations(files)).toEqual([])
  })

  test('has every package, folder and file that a rule names', () => {
    const layers = Object.entries(LAYERS).flatMap(([folder, text]) =>
      (text.match(/[^\s<]+/g) ?? []).map((unit) => path.join(folder, unit)),
    )
    const named = [...Object.keys(PACKAGES), ...Object.keys(ALLOWED_IMPORTS), ...PURE, ...layers]
    const missing = (name: string) => !name.endsWith('*.ts') && !existsSync(path.join(root, name))
    expect(named.filter(missing)).toEqual([])
  })
})

describe('a package imports other packages only as PACKAGES allows', () => {
  test.each([
    ['a service another service', `${webhooks}/db/a.ts`, '@takeoff/production-lists/service'],
    ['a service the gateway', `${webhooks}/db/a.ts`, '@takeoff/gateway/service'],
    [
      'a service the development stack',
      `${webhooks}/db/a.ts`,
      '@takeoff/dev-env/postgres/postgres',
    ],
    ['a service its client', `${webhooks}/db/a.ts`, '@takeoff/webhooks-cli/config'],
    ['a service itself by name', `${webhooks}/db/a.ts`, '@takeoff/webhooks/service'],
    [
      'a service a simulator',
      'services/order-documents/src/db/a.ts',
      '@takeoff/provider-simulator/service',
    ],
    [
      'a simulator a service',
      'services/provider-simulator/src/a.ts',
      '@takeoff/order-documents/config',
    ],
    ['a client its service', 'services/webhooks-cli/src/a.ts', '@takeoff/webhooks/db/backlog'],
    ['a client a database', 'services/webhooks-cli/src/a.ts', '@takeoff/kit/postgres/database'],
    ['a client a broker', 'services/import/src/a.ts', '@takeoff/kit/events/topology'],
    ['the kit a service', 'services/kit/src/http/a.ts', '@takeoff/webhooks/service'],
    ['contracts the kit', 'services/contracts/src/a.ts', '@takeoff/kit/values/errors'],
    ['the gateway contracts', 'gateway/src/http/a.ts', '@takeoff/contracts/envelope'],
    [
      'the registry the gateway',
      'services/supergraph/src/registry/a.ts',
      '@takeoff/gateway/config',
    ],
  ])('%s: refused', (_what, file, specifier) => {
    expect(check(file, importing(specifier))).toContain(
      `${file} imports '${specifier}': PACKAGES allows`,
    )
  })

  test.each([
    ['a service contracts', `${webhooks}/db/a.ts`, '@takeoff/contracts/envelope'],
    [
      'a client the names of queues',
      'services/webhooks-cli/src/a.ts',
      '@takeoff/kit/events/topology',
    ],
    ['the gateway the registry', 'gateway/src/registry/a.ts', '@takeoff/supergraph/config'],
  ])('%s: allowed', (_what, file, specifier) => {
    expect(check(file, importing(specifier))).toBe('')
  })

  test('a relative path stays inside the package', () => {
    const specifier = '../../../order-documents/src/config.ts'
    expect(check(`${webhooks}/db/a.ts`, importing(specifier))).toContain(
      'a relative path stays inside services/webhooks.',
    )
  })

  test('a new package needs a line', () => {
    expect(check('services/invoices/src/a.ts', '')).toContain(
      'PACKAGES has no line for services/invoices.',
    )
  })

  test.each([
    `import '@takeoff/gateway/config'`,
    `export * from '@takeoff/gateway/config'`,
    `export { x } from '@takeoff/gateway/config'`,
    `export const x = import('@takeoff/gateway/config')`,
    `export type X = import('@takeoff/gateway/config').Config`,
  ])('in every form of an import: %s', (text) => {
    expect(check(`${webhooks}/db/a.ts`, text)).toContain('PACKAGES allows')
  })
})

test('production code does not read lines with readline, which splits within values', () => {
  expect(check(`${webhooks}/db/a.ts`, importing('node:readline'))).toContain('use linesOf of')
  expect(check(`${webhooks}/db/a.test.ts`, importing('node:readline'))).toBe('')
})

test('a folder with more than FILES_MAX files is refused, not counting tests', () => {
  const folder = `${webhooks}/db`
  const filesOf = (count: number) => [
    ...Array.from({ length: count }, (_, n) => ({ file: `${folder}/a${n}.ts`, text: '' })),
    { file: `${folder}/a.test.ts`, text: '' },
  ]
  expect(findViolations(filesOf(FILES_MAX))).toEqual([])
  expect(findViolations(filesOf(FILES_MAX + 1))).toEqual([
    `${folder} has ${FILES_MAX + 1} files: ${FILES_MAX} are allowed`,
  ])
})

describe('tests stay out of production code', () => {
  test.each([
    'vitest',
    'fast-check',
    '@takeoff/kit/testing/database',
    './b.test.ts',
    '../testing/b.ts',
  ])('%s', (specifier) => {
    expect(check(`${webhooks}/db/a.ts`, importing(specifier))).toContain(
      'tests stay out of production code.',
    )
  })

  test('a test imports test helpers, all layers of its package, and other tests', () => {
    const file = 'services/webhooks/tests/a.int.test.ts'
    for (const specifier of [
      'vitest',
      '@takeoff/kit/testing/database',
      '../src/service.ts',
      '../../../tests/conformance/run-suite.ts',
    ])
      expect(check(file, importing(specifier))).toBe('')
  })

  test('a test imports production code of another package by name only', () => {
    const specifier = '../../order-documents/src/config.ts'
    expect(check('services/webhooks/tests/a.test.ts', importing(specifier))).toContain(
      'imported by the name of the package.',
    )
  })
})

describe('a file imports from its own folder and lower layers only', () => {
  test.each([
    ['services/kit/src', 'postgres/a.ts', '../events/outbox.ts', 'events not below postgres'],
    ['services/kit/src', 'http/a.ts', '../security/auth.ts', 'security not below http'],
    [
      'services/supergraph/src',
      'registry/a.ts',
      '../commands/cli.ts',
      'commands not below registry',
    ],
    ['gateway/src', 'execution/a.ts', '../config.ts', 'config.ts not below execution'],
    ['gateway/src', 'execution/compiled/a.ts', '../../http/b.ts', 'http not below execution'],
    ['gateway/src/execution', 'compiled/a.ts', '../gateway.ts', '*.ts not below compiled'],
    [webhooks, 'deliveries/a.ts', '../subscriptions/b.ts', 'subscriptions not below deliveries'],
    [`${webhooks}/deliveries`, 'leases/a.ts', '../send/sender.ts', 'send not below leases'],
    ['services/production-lists/src', 'lists/a.ts', '../graphql/b.ts', 'graphql not below lists'],
    ['services/order-documents/src', 'db/a.ts', '../orders/b.ts', 'orders not below db'],
    ['services/console/web/src', 'api/a.tsx', '../session/b.ts', 'session not below api'],
    ['services/console/web/src/pages', 'catalog/a.tsx', '../list/b.css', 'list not below catalog'],
  ])('%s/%s: %s', (folder, file, specifier, message) => {
    expect(check(`${folder}/${file}`, importing(specifier))).toContain(
      `LAYERS of ${folder} has ${message}.`,
    )
  })

  test('a program for a thread is an import', () => {
    const text = `export const worker = new URL('../http/b.ts', import.meta.url)`
    expect(check('gateway/src/execution/a.ts', text)).toContain('http not below execution')
  })

  test('a new folder needs a layer', () => {
    expect(check('gateway/src/caching/a.ts', '')).toContain('LAYERS of gateway/src has no caching.')
  })

  test('a lower layer, the own folder and an unlayered folder inside of it are allowed', () => {
    expect(check('services/kit/src/events/a.ts', importing('../postgres/database.ts'))).toBe('')
    expect(
      check('services/kit/src/graphql/a.ts', importing('./compiled-query/completion.ts')),
    ).toBe('')
    expect(check('gateway/src/execution/a.ts', importing('./gateway.ts'))).toBe('')
  })
})

describe('a self-contained folder imports from outside only what ALLOWED_IMPORTS names', () => {
  test.each([
    ['a database', domain, '@mikro-orm/core'],
    ['GraphQL', domain, 'graphql'],
    ['files', domain, 'node:fs'],
    ['the kit beyond its values', domain, '@takeoff/kit/postgres/database'],
    ['a server', 'services/order-documents/src/rendering/a.ts', 'fastify'],
    ['a compressor', 'services/order-documents/src/domain/a.ts', 'node:zlib'],
    ['the edge', 'gateway/src/execution/a.ts', 'fastify'],
    ['the kit', 'services/console/web/src/a.tsx', '@takeoff/kit/values/errors'],
  ])('%s: refused', (_what, file, specifier) => {
    expect(check(file, importing(specifier))).toContain(
      `it is not in ALLOWED_IMPORTS of ${path.dirname(file)}.`,
    )
  })

  test('an error of the kit: allowed', () => {
    expect(check(domain, importing('@takeoff/kit/values/errors'))).toBe('')
  })
})

describe('pure code reads no clock, no random numbers and no input', () => {
  test.each([
    'Date.now()',
    'new Date()',
    'Date()',
    'performance.now()',
    'Math.random()',
    'crypto.randomUUID()',
    'process.env',
    `fetch('https://example.com')`,
    'setTimeout(later, 1)',
  ])('%s', (expression) => {
    expect(check(domain, `export const x = ${expression}`)).toContain(
      'time, randomness and input are arguments of PURE code.',
    )
  })

  test('a date of an argument is allowed, and so is the clock elsewhere', () => {
    expect(check(domain, 'export const x = (ms: number) => new Date(ms)')).toBe('')
    expect(check(`${webhooks}/db/a.ts`, 'export const x = Date.now()')).toBe('')
  })
})

describe('the linter refuses', async () => {
  const { path: home } = await disposeAfterAll(openTemporaryFolder('takeoff-boundaries'))
  await cp(path.join(root, '.oxlintrc.json'), path.join(home, '.oxlintrc.json'))

  /** Lints one file with the repository's configuration, as if it were at `file` in the repository. */
  async function lint(file: string, source: string): Promise<string> {
    const target = path.join(home, file)
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, source)
    const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint')
    return new Promise((resolve) => {
      execFile(process.execPath, [oxlint, file], { cwd: home }, (_error, stdout) => resolve(stdout))
    })
  }

  test('an import cycle', async () => {
    const cyclic = (specifier: string) => `import { x } from '${specifier}'\nexport const y = x\n`
    await lint(`${webhooks}/ring.ts`, cyclic('./ring-back.ts'))
    expect(await lint(`${webhooks}/ring-back.ts`, cyclic('./ring.ts'))).toContain('no-cycle')
  })

  test('an environment variable read outside of config.ts', async () => {
    const source = 'export const port = process.env.PORT\n'
    expect(await lint(`${webhooks}/port.ts`, source)).toContain('no-process-env')
    expect(await lint(`${webhooks}/config.ts`, source)).not.toContain('no-process-env')
  })
})
