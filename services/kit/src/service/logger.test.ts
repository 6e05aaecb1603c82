import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { invariant } from '../values/invariant.ts'

const KIT_LOGGER = JSON.stringify(new URL('logger.ts', import.meta.url).href)

/** Runs code that has a `logger`, in a process of its own. */
function run(code: string) {
  return spawn(process.execPath, ['--input-type=module', '--eval', sourceOf(code)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** The same, with a pipe as standard output, as containers have it: that of Node is a socket. */
function runInPipeline(code: string) {
  const command = [process.execPath, '--input-type=module', '--eval', sourceOf(code)]
  return spawn('sh', ['-c', '"$@" | cat', 'sh', ...command], { stdio: ['pipe', 'pipe', 'inherit'] })
}

/** The same, with standard output on a disk that is full. */
function runOnFullDisk(code: string) {
  const full = openSync('/dev/full', 'a')
  const child = spawn(process.execPath, ['--input-type=module', '--eval', sourceOf(code)], {
    stdio: ['pipe', full, 'pipe', 'ipc'],
  })
  closeSync(full)
  onTestFinished(() => void child.kill('SIGKILL'))
  const { stdin, stderr } = child
  invariant(stdin !== null && stderr !== null, 'both are pipes')
  return { child, stdin, stderr }
}

function sourceOf(code: string): string {
  return `import { createLogger } from ${KIT_LOGGER}\nconst logger = createLogger('test', 'info')\n${code}`
}

function messagesIn(output: string): unknown[] {
  const lines = output.trimEnd().split('\n')
  return lines.map((line) => (JSON.parse(line) as { msg: unknown }).msg)
}

describe('log lines', () => {
  describe.each([
    ['a socket', run],
    ['a pipe', runInPipeline],
  ])('on %s', (_output, runWithOutput) => {
    test.each([
      ['ends normally', ''],
      ['exits', 'process.exit(1)'],
      // On a socket, a line after this one could be written first, or within it: a thread writes this one meanwhile.
      ['exits during a write', 'logger.info("x".repeat(200_000)); process.exit(1)'],
      ['exits after a fatal error', 'logger.fatal("last"); process.exit(1)'],
    ])('are all written, in order, by a process that %s', async (_how, end) => {
      const code = `for (let i = 0; i < 100; i += 1) logger.info(String(i))\n${end}`
      const messages = messagesIn(await text(runWithOutput(code).stdout))
      const numbered = Array.from({ length: 100 }, (_, index) => String(index))
      expect(messages.slice(0, 100)).toEqual(numbered)
      expect(messages).toHaveLength(end.includes('logger') ? 101 : 100)
    })
  })

  test('are written by a process that continues without logging', async () => {
    const child = run(
      `for (let i = 0; i < 1000; i += 1) setImmediate(() => logger.info(String(i)))
      process.stdin.resume()`,
    )
    const messages: unknown[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      messages.push(...messagesIn(line))
      if (messages.length === 1000) child.stdin.end()
    }
    expect(messages.at(-1)).toBe('999')
  })

  test('have the reason of an error, without its advice to clients of the API', async () => {
    const { stdout } = run(
      `import { DatabaseUnavailableError } from ${JSON.stringify(new URL('../values/errors.ts', import.meta.url).href)}
      logger.error({ err: new DatabaseUnavailableError(new Error('no $& space')) }, 'failed')`,
    )
    const { err } = JSON.parse(await text(stdout)) as { err: { message: string; stack: string } }
    const problem = 'A database of the platform does not take this request right now.'
    expect(err.message).toBe(`${problem}: no $& space`)
    expect(err.stack).toMatch(/^DatabaseUnavailableError: .+ right now\.\n {4}at /)
    expect(err).toMatchObject({ type: 'DatabaseUnavailableError', code: 'SUBGRAPH_UNAVAILABLE' })
  })

  test('have no advice to clients of the API of a cause either', async () => {
    const { stdout } = run(
      `import { CommitUnknownError, OrganizationReadOnlyError } from ${JSON.stringify(new URL('../values/errors.ts', import.meta.url).href)}
      const cause = new CommitUnknownError(new OrganizationReadOnlyError())
      logger.error({ err: new Error('failed', { cause }) }, 'failed')
      const round = new Error('round')
      round.cause = round
      logger.error({ err: round }, 'failed')
      logger.error({ err: 'no error' }, 'failed')`,
    )
    const output = await text(stdout)
    const lines = output
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { err: unknown }).err)
    const of =
      'failed: The connection to the database was lost at the end of the change: it was made as a whole, or not at all.'
    const problem = 'The organization is read-only while it is being moved. Nothing was changed.'
    expect(lines).toMatchObject([
      { message: `${of}: ${problem}` },
      { message: 'round: round: ...' },
      'no error',
    ])
    expect(output).not.toContain('Send the same')
  })

  test('hold no values of rows that PostgreSQL adds to its errors', async () => {
    const { stdout } = run(
      `const row = { code: '23514', constraint: 'c', detail: 'Failing row contains (Ann)', where: 'unnamed portal parameter $1 = Ann' }
      const cause = Object.assign(new Error('violates'), row)
      const error = Object.assign(new Error('failed', { cause }), row)
      logger.error({ err: error }, 'failed')
      logger.error({ err: new AggregateError([error]) }, 'failed')
      logger.error({ err: Object.assign(new Error('failed'), { previous: error }) }, 'failed')`,
    )
    const output = await text(stdout)
    expect(output).not.toContain('Ann')
    expect(output.match(/"constraint":"c"/g)).toHaveLength(3)
  })

  test('hold no value of a field that is named after a credential, at any depth', async () => {
    const fields = {
      authorization: 'credential',
      Authorization: 'credential',
      'x-service-authorization': 'credential',
      cookie: 'credential',
      'set-cookie': ['credential', 'credential'],
      secret: { value: 'credential' },
      token: 'a "quoted" credential',
      accessToken: 'credential',
      password: 'credential',
      refreshToken: 'credential',
      id_token: 'credential',
      client_secret: 'credential',
      eventsSecrets: ['credential'],
      databasePassword: 'credential',
      'proxy-authorization': 'credential',
      accessTokenSealed: 'credential',
      'webhook-signature': 'credential',
      apiKey: 'credential',
      partner_api_key: 'credential',
      'X-Api-Key': 'credential',
    }
    const { stdout } = run(
      `const fields = ${JSON.stringify(fields)}
      logger.info(fields, 'careless')
      logger.info({ request: { options: { headers: fields } } }, 'careless')
      logger.info({ err: Object.assign(new Error('away'), { headers: fields }) }, 'careless')
      logger.child({ token: 'credential' }).info('careless')`,
    )
    const output = await text(stdout)
    expect(output).not.toContain('credential')
    expect(output.match(/\[redacted\]/g)).toHaveLength(3 * Object.keys(fields).length + 1)
    expect(messagesIn(output)).toEqual(Array.from({ length: 4 }, () => 'careless'))
  })

  test('keep the message and fields whose names only resemble those of credentials', async () => {
    const fields = {
      tokens: 12,
      tokenType: 'Bearer',
      key: 'a/file',
      idempotencyKey: 'k',
      signed: 1,
    }
    const { stdout } = run(
      `logger.info(${JSON.stringify(fields)}, 'the field "token": is missing')`,
    )
    const line: unknown = JSON.parse(await text(stdout))
    expect(line).toMatchObject({ ...fields, msg: 'the field "token": is missing' })
  })
})

/** The same, with a pipe as standard output that a container's would be: it blocks, and nothing reads it before `read`. */
function runUnread(code: string) {
  const pipeline = '{ "$@"; echo "exit $?" >&2; } | { read -r _ <&3; cat; }'
  const command = [process.execPath, '--input-type=module', '--eval', sourceOf(code)]
  const shell = spawn('sh', ['-c', pipeline, 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A group, whose members are ended together.
    detached: true,
  })
  const { pid, stdio } = shell
  invariant(pid !== undefined, 'it was started')
  onTestFinished(() => {
    if (shell.exitCode === null) process.kill(-pid, 'SIGKILL')
  })
  const reports = createInterface({ input: stdio[2] as Readable })[Symbol.asyncIterator]()
  return {
    stdout: stdio[1] as Readable,
    report: async () => (await reports.next()).value,
    read: () => void (stdio[3] as Writable).end('\n'),
  }
}

describe.skipIf(process.platform !== 'linux')('a log on a pipe that is not read', () => {
  test.each([
    ['exits', 'process.exit(7)', 'exit 7'],
    ['has nothing else to do', '', 'exit 0'],
    ['exits after a fatal error', 'logger.fatal("last"); process.exit(1)', 'exit 1'],
  ])('does not hold a process that %s', async (_how, end, exit) => {
    const { stdout, report, read } = runUnread(`logger.info('x'.repeat(1_000_000))\n${end}`)
    expect(await report()).toBe(exit)
    read()
    // The shell would be killed before it has read, which is an error of its input.
    await text(stdout)
  })

  test('has all lines, in order, when it is read again', async () => {
    const { stdout, report, read } = runUnread(
      `for (let i = 0; i < 100; i += 1) logger.info(i + 'x'.repeat(10_000))
      setTimeout(() => logger.info('last'), 100)
      process.stderr.write('alive\\n')`,
    )
    expect(await report()).toBe('alive')
    read()
    const messages = messagesIn(await text(stdout))
    expect(messages.map((message) => Number.parseInt(String(message), 10))).toEqual([
      ...Array.from({ length: 100 }, (_, index) => index),
      Number.NaN,
    ])
  })
})

describe.skipIf(!existsSync('/dev/full'))('a log on a full disk', () => {
  test('neither stops nor blocks the process, and is reported once', async () => {
    const { child, stdin, stderr } = runOnFullDisk(
      `logger.info('first')
      process.on('message', (message) => {
        logger.info(message)
        logger.fatal(message)
        process.send('alive')
      })
      process.stdin.on('end', () => process.exit(7)).resume()`,
    )
    const reports = createInterface({ input: stderr })[Symbol.asyncIterator]()
    const { value } = await reports.next()
    expect(value).toMatch(/^test: the log cannot be written \(ENOSPC: .*The process goes on/)
    child.send('log more')
    expect(await once(child, 'message')).toEqual(['alive', undefined])
    stdin.end()
    expect(await once(child, 'exit')).toEqual([7, null])
    expect(await reports.next()).toMatchObject({ done: true })
  })

  test('does not keep alive a process that has nothing else to do', async () => {
    const { child, stdin } = runOnFullDisk(`logger.info('last'); process.disconnect()`)
    stdin.end()
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('has its lines when there is space again, and says how many are missing', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'takeoff-log-'))
    const file = path.join(folder, 'log')
    const { child, stderr } = runOnFullDisk(
      `import { closeSync, openSync } from 'node:fs'
      const warn = logger.warn.bind(logger)
      logger.warn = (...missing) => {
        warn(...missing)
        process.disconnect()
      }
      logger.info('first')
      process.once('message', () => {
        for (let i = 0; i < 20; i += 1) logger.info('x'.repeat(1_000_000))
        closeSync(1)
        openSync(${JSON.stringify(file)}, 'a')
      })`,
    )
    await once(stderr, 'data')
    child.send('there is space')
    await once(child, 'exit')
    const messages = messagesIn(await readFile(file, 'utf8'))
    await rm(folder, { recursive: true })
    expect(messages.map((message) => String(message).slice(0, 9))).toEqual([
      'first',
      ...Array<string>(16).fill('xxxxxxxxx'),
      'the log c',
    ])
  })
})
