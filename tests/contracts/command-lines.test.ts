import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import { EXIT_CODES, STOPPED } from '@takeoff/kit/service/command-line'
import { callWithStreams } from '@takeoff/kit/testing/run-program'

const root = path.resolve(import.meta.dirname, '../..')

const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

/** Calls the program of a script in place of npm. */
function run(script: string, ...args: readonly string[]) {
  const [node, ...words] = (scripts[script] ?? '').split(' ')
  if (node !== 'node') throw new Error(`npm run ${script} does not run Node`)
  const [program = '', ...first] = words.filter((word) => !word.startsWith('-'))
  return call(program, ...first, ...args)
}

const call = (program: string, ...args: readonly string[]) =>
  callWithStreams(path.join(root, program), args, { TAKEOFF_HOME: '/nowhere' })

describe.each([
  ['import'],
  ['webhooks'],
  ['mcp'],
  ['supergraph'],
  ['copy-vendors'],
  ['look-up-drafts'],
  ['reset'],
  // A program that takes `--status` of migrate for its own would change the database.
  ['erase', 'services/production-lists'],
  ['rekey', 'services/order-documents'],
  ['migrate', 'services/webhooks'],
  ['verify', 'services/order-documents'],
  ['organization', 'services/production-lists'],
])('npm run %s', (script, service?: string) => {
  // What finds the program of a service runs each once in a process, so only the test of it uses it.
  const runIt = (option: string) =>
    service === undefined ? run(script, option) : call(`${service}/src/${script}.ts`, option)

  test('--help says what it does, how it is used, and its exit codes', async () => {
    const { code, stdout, stderr } = await runIt('--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(new RegExp(`^[A-Z].*\\.\n\nUsage: npm run ${script}\\b`))
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(EXIT_CODES)
  })

  test('an unknown option is wrong usage: exit code 2, and one line that says why', async () => {
    expect(await runIt('--wrong')).toEqual({
      code: 2,
      stdout: '',
      stderr: "Unknown option '--wrong'. --help shows what there is.\n",
    })
  })
})

test.each(['erase', 'rekey', 'migrate', 'verify', 'organization'])(
  'npm run %s passes its other arguments to the program of the named service',
  async (script) => {
    expect(await run(script, 'services/webhooks', '--wrong')).toMatchObject({
      code: 2,
      stderr: "Unknown option '--wrong'. --help shows what there is.\n",
    })
  },
)

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

test('a bench that is interrupted disposes what its run opens afterwards, before what was open', async () => {
  const module = path.join(root, 'tests/support/dispose-at-signal.ts')
  const source = `
    import { disposeAtSignal } from ${JSON.stringify(module)}
    async function open(name, dispose = async () => undefined) {
      await new Promise(setImmediate)
      return { [Symbol.asyncDispose]: () => dispose().then(() => console.log('disposed', name)) }
    }
    const goOn = async () =>
      void disposeAtSignal(open('server')).then(() => console.log('used the server'))
    await disposeAtSignal(open('folder'))
    await disposeAtSignal(open('stack', goOn))
    setInterval(() => undefined, 1_000)
    process.kill(process.pid, 'SIGTERM')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [[code], printed] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  expect(code).toBe(STOPPED)
  expect(printed).toBe('disposed stack\ndisposed server\ndisposed folder\n')
})

test('npm run audit is about the audit log alone', async () => {
  expect(await run('audit')).toMatchObject({
    code: 2,
    stderr: 'Name a command: "audit verify". --help shows what there is.\n',
  })
})

test('a file that cannot be written is a failure of one line', async () => {
  const compose = ['compose', '--output', '/nowhere/supergraph.graphql']
  const { code, stderr } = await run('supergraph', ...compose)
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^ENOENT: .*'\/nowhere\/supergraph.graphql'\n$/) as string,
  })
})

// One program finds those of the services. It loads the first one, which no other test of this process does.
test('without a service, npm run rekey shows the help of one', async () => {
  expect((await run('rekey', '--help')).stdout).toContain(
    'Usage: npm run rekey -- services/SERVICE',
  )
})

test.each([
  ['no service', [], /^Name a service that has migrate: services\/.*webhooks/],
  ['an unknown one', ['services/nothing'], /^"services\/nothing" is no service that has /],
])('with %s those that have the program are named', async (_what, args, message) => {
  expect(await run('migrate', ...args)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(message) as string,
  })
})
