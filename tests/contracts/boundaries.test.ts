import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const home = await mkdtemp(path.join(tmpdir(), 'takeoff-boundaries-'))
await cp(path.join(root, '.oxlintrc.json'), path.join(home, '.oxlintrc.json'))
afterAll(() => rm(home, { recursive: true, force: true }))

/** Lints one file, as if it stood at `file` in the project. */
async function lint(file: string, source: string): Promise<string> {
  const target = path.join(home, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, source)
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint')
  return new Promise((resolve) => {
    execFile(process.execPath, [oxlint, file], { cwd: home }, (_error, stdout) => resolve(stdout))
  })
}

const importing = (module: string) => `import { x } from '${module}'\nexport const y = x\n`
const domain = 'services/production-lists/src/domain/rule.ts'

describe('the linter refuses', () => {
  test.each([
    [
      'a service that imports another service',
      'services/production-lists/src/a.ts',
      '@takeoff/webhooks/signing',
    ],
    [
      'the same by a relative path',
      'services/webhooks/src/b.ts',
      '../../order-documents/src/config.ts',
    ],
    [
      'a service that imports the gateway',
      'services/webhooks/src/c.ts',
      '@takeoff/gateway/service',
    ],
    [
      'a service that imports the development stack',
      'services/webhooks/src/d.ts',
      '@takeoff/dev-env/postgres',
    ],
    [
      'a service that imports the simulator of providers',
      'services/order-documents/src/k.ts',
      '@takeoff/provider-simulator/service',
    ],
    [
      'a simulator that knows a service',
      'services/provider-simulator/src/l.ts',
      '@takeoff/order-documents/providers/provider',
    ],
    ['a kit that knows a service', 'services/kit/src/e.ts', '@takeoff/production-lists/service'],
    ['contracts that know the kit', 'services/contracts/src/f.ts', '@takeoff/kit/errors'],
    ['a gateway that knows contracts', 'gateway/src/g.ts', '@takeoff/contracts/envelope'],
    ['a domain that knows the database', domain, '@mikro-orm/core'],
    ['a domain that knows its own tables', domain, '../db/production-list.ts'],
    ['a domain that knows GraphQL', domain, 'graphql'],
    [
      'rendering that knows the kit',
      'services/order-documents/src/rendering/h.ts',
      '@takeoff/kit/database',
    ],
    [
      'production code that imports a test helper',
      'services/webhooks/src/i.ts',
      '@takeoff/kit/testing/database',
    ],
  ])('%s', async (_what, file, module) => {
    expect(await lint(file, importing(module))).toContain('no-restricted-imports')
  })

  test('an import cycle', async () => {
    await lint('services/webhooks/src/ring.ts', importing('./ring-back.ts'))
    expect(await lint('services/webhooks/src/ring-back.ts', importing('./ring.ts'))).toContain(
      'no-cycle',
    )
  })

  test('an environment variable read outside of config.ts', async () => {
    const source = 'export const port = process.env.PORT\n'
    expect(await lint('services/webhooks/src/port.ts', source)).toContain('no-process-env')
    expect(await lint('services/webhooks/src/config.ts', source)).not.toContain('no-process-env')
  })
})

describe('the linter lets through', () => {
  test.each([
    [
      'a service that imports kit and contracts',
      'services/webhooks/src/j.ts',
      '@takeoff/contracts/envelope',
    ],
    ['a domain that refuses with an error of the kit', domain, '@takeoff/kit/errors'],
    [
      'a test that uses a test helper',
      'services/webhooks/tests/k.int.test.ts',
      '@takeoff/kit/testing/database',
    ],
  ])('%s', async (_what, file, module) => {
    expect(await lint(file, importing(module))).not.toContain('no-restricted-imports')
  })
})
