import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import { EXIT_CODES } from '@takeoff/kit/service/command-line'

const root = path.resolve(import.meta.dirname, '../..')

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

function run(program: string, ...args: readonly string[]) {
  const [file = '', ...words] = program.split(' ')
  return spawnSync(process.execPath, [path.join(root, file), ...words, ...args], {
    env: { TAKEOFF_HOME: '/nowhere', NODE_COMPILE_CACHE: compileCacheFolder },
    encoding: 'utf8',
    timeout: 30_000,
  })
}

describe.each([
  ['services/import/src/main.ts', 'import'],
  ['services/webhooks-cli/src/main.ts', 'webhooks'],
  ['services/webhooks-cli/src/main.ts audit verify', 'webhooks'],
  ['services/mcp/src/main.ts', 'mcp'],
  ['services/supergraph/src/main.ts', 'supergraph'],
  ['services/production-lists/src/erase.ts', 'erase'],
  ['services/production-lists/src/copy-vendors.ts', 'copy-vendors'],
  ['services/order-documents/src/look-up-drafts.ts', 'look-up-drafts'],
  ['services/webhooks/src/rekey.ts', 'rekey'],
  ['services/webhooks/src/migrate.ts', 'migrate'],
  ['services/order-documents/src/verify.ts', 'verify'],
  ['services/webhooks/src/organization.ts', 'organization'],
  ['services/dev-env/src/reset.ts', 'reset'],
])('%s', (program, script) => {
  test('--help says what it does, how it is used, and its exit codes', () => {
    const { status, stdout, stderr } = run(program, '--help')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^[A-Z].*\\.\n\nUsage: npm run ${script}\\b`))
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(EXIT_CODES)
  })

  test('an unknown option is wrong usage: exit code 2, and one line that says why', () => {
    expect(run(program, '--wrong')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: "Unknown option '--wrong'. --help shows what there is.\n",
    })
  })
})

// One function does it for all programs; these are those that call it.
test.each([
  'services/import/src/main.ts',
  'services/webhooks-cli/src/main.ts',
  'services/supergraph/src/main.ts',
  'services/production-lists/src/erase.ts',
])('%s ends normally when the reader of its output has closed the pipe', async (program) => {
  const child = spawn(process.execPath, [path.join(root, program), '--help'], {
    env: { NODE_COMPILE_CACHE: compileCacheFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(errors).toBe('')
})

test('npm run audit shows the commands of the audit log', () => {
  const program = 'services/webhooks-cli/src/main.ts audit'
  const { status, stdout } = run(program, '--help')
  expect(status).toBe(0)
  expect(stdout).toContain('audit verify [--org ID]')
  expect(stdout).not.toContain('listen')
  expect(run(program)).toMatchObject({
    status: 2,
    stderr: 'Name a command: "audit verify". --help shows what there is.\n',
  })
})

test.each([
  ['audit verify foo.ndjson', "Unexpected argument 'foo.ndjson'"],
  ['stuck foo', "Unexpected argument 'foo'"],
  ['listen foo', "Unexpected argument 'foo'"],
  ['requeue dead 5', "Unexpected argument '5'"],
  ['poison show 5 6', 'Give one id, not 2'],
])('npm run webhooks -- %s has an argument too many', (command, message) => {
  expect(run('services/webhooks-cli/src/main.ts', ...command.split(' '))).toMatchObject({
    status: 2,
    stdout: '',
    stderr: `${message}. --help shows what there is.\n`,
  })
})

test('a file that cannot be written is a failure of one line', () => {
  const { status, stderr } = run(
    'services/supergraph/src/main.ts',
    'compose',
    '--output',
    '/nowhere/supergraph.graphql',
  )
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^ENOENT: .*'\/nowhere\/supergraph.graphql'\n$/) as string,
  })
})

// One function parses the options of all programs.
test('-h is short for --help', () => {
  const program = 'services/webhooks-cli/src/main.ts'
  expect(run(program, '-h')).toMatchObject({ status: 0, stdout: run(program, '--help').stdout })
})

test.each([
  ['erase', 'services/production-lists'],
  ['migrate', 'services/webhooks'],
  ['rekey', 'services/order-documents'],
  ['verify', 'services/order-documents'],
  ['organization', 'services/production-lists'],
])('npm run %s passes options on to the program of the service', (script, service) => {
  // As npm runs it. An option that npm took for its own would be left out: `--status` of migrate would change the database.
  const command = `${scripts[script]} ${service} --wrong`
  const PATH = `${path.dirname(process.execPath)}:/usr/bin:/bin`
  const env = { PATH, NODE_COMPILE_CACHE: compileCacheFolder }
  const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: root, env, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: "Unknown option '--wrong'. --help shows what there is.\n",
  })
})

describe.each(['erase', 'migrate', 'organization', 'rekey', 'verify'])('npm run %s', (script) => {
  const program = `services/dev-env/src/run-service-program.ts ${script}`

  test('is run by the program that finds that of a service', () => {
    expect(scripts[script]).toBe(`node ${program}`)
  })

  test('shows its help', () => {
    expect(run(program, '--help').stdout).toContain(`Usage: npm run ${script} -- services/SERVICE`)
  })
})

test.each([
  ['no service', [], /^Name a service that has migrate: services\/.*webhooks/],
  ['an unknown one', ['services/nothing'], /^"services\/nothing" is no service that has /],
])('with %s those that have the program are named', (_what, args, message) => {
  expect(run('services/dev-env/src/run-service-program.ts migrate', ...args)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(message) as string,
  })
})
