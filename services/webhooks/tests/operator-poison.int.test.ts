import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { startLocalServer } from '@takeoff/kit/testing/local-server'
import { beforeEach, describe, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'
import { callCli } from './support/call-cli.ts'
import { startOperator } from './support/start-operator.ts'

const database = await disposeAfterAll(
  createTestDatabase({ name: 'webhooks', entities, migrations }),
)
const operator = await disposeAfterAll(startOperator(database))
beforeEach(() => database.query('truncate poison_message restart identity'))

const runCommand = (...args: readonly string[]) => operator.run(args)

async function insertPoison(...bodies: readonly string[]): Promise<void> {
  for (const body of bodies) {
    await database.query(
      `insert into poison_message (carrier, message_id, body, error) values ('amqp', 'm', $1, 'no JSON')`,
      [Buffer.from(body)],
    )
  }
}

async function idsLeft(): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    'select id::int from poison_message order by id',
  )
  return rows.map(({ id }) => id)
}

describe('poison show', () => {
  test('reports an empty list', async () => {
    expect(await runCommand('poison', 'show')).toEqual({
      code: 0,
      out: 'No message was dead-lettered.\n',
      err: '',
    })
  })

  test('lists the newest first, one line each, and returns an exit code for a non-empty list', async () => {
    await insertPoison('a', 'bb')
    const { code, out } = await runCommand('poison', 'show')
    expect(code).toBe(1)
    expect(out.split('\n').map((line) => line.split(/ {2,}/).join('|').trim())).toEqual([
      '2 messages dead-lettered',
      'id|age|transport|bytes|error',
      expect.stringMatching(/^2\|\d s\|amqp\|2\|no JSON$/),
      expect.stringMatching(/^1\|\d s\|amqp\|1\|no JSON$/),
      '',
    ])
  })

  test('shows a whole message without control characters for the terminal', async () => {
    await insertPoison('{"a":\n"\u001B[2J"}')
    const { code, out } = await runCommand('poison', 'show', '1')
    expect(code).toBe(0)
    expect(out).toContain('\n{"a":\n"\\u001b[2J"}\n')
    expect(out).toContain('no JSON')
  })

  test('prints JSON', async () => {
    await insertPoison('a')
    const all = await runCommand('poison', 'show', '--json')
    expect(JSON.parse(all.out)).toMatchObject({ count: 1, messages: [{ id: 1, bytes: 1 }] })
    const one = await runCommand('poison', 'show', '1', '--json')
    expect(JSON.parse(one.out)).toMatchObject({
      id: 1,
      body: 'a',
      error: 'no JSON',
      messageId: 'm',
    })
  })

  test.each([
    ['7', 'There is no message 7.', 1],
    ['seven', '"seven" is no id of a message.', 2],
  ])('%s: %s', async (id, message, expectedCode) => {
    const { code, out, err } = await runCommand('poison', 'show', id)
    expect({ code, out }).toEqual({ code: expectedCode, out: '' })
    expect(err).toContain(message)
  })
})

describe('poison discard', () => {
  test('deletes the named messages, and reports unknown ones', async () => {
    await insertPoison('a', 'b', 'c')
    expect(await runCommand('poison', 'discard', '1', '3', '9')).toMatchObject({
      code: 1,
      out: '2 discarded, 1 not found\n',
    })
    expect(await idsLeft()).toEqual([2])
  })

  test('deletes all messages; a repetition deletes none', async () => {
    await database.query(
      `insert into poison_message (carrier, body, error) select 'http', '', '' from generate_series(1, 1001)`,
    )
    expect(await runCommand('poison', 'discard', '--all')).toMatchObject({
      code: 0,
      out: '1001 discarded\n',
    })
    expect(await runCommand('poison', 'discard', '--all', '--json')).toMatchObject({
      code: 0,
      out: '{"discarded":0,"missing":0}\n',
    })
  })

  test.each([[[]], [['1', '--all']]])('requires ids or --all: %j', async (args) => {
    await insertPoison('a')
    expect(await runCommand('poison', 'discard', ...args)).toMatchObject({ code: 2 })
    expect(await idsLeft()).toEqual([1])
  })
})

describe('any command', () => {
  test('is listed in the help', async () => {
    const { code, out } = await runCommand('--help')
    expect(code).toBe(0)
    expect(out).toContain('poison discard ID… | --all')
    expect((await runCommand('poison', 'show', '--help')).out).not.toContain('discard')
  })

  test.each([
    [['poison'], 'Name a command: "poison show" or "poison discard".'],
    [['stick'], 'There is no command "stick".'],
    [['poison', 'show', '--wrong'], "Unknown option '--wrong'."],
  ])('%j is wrong usage, and says so in one line', async (args, message) => {
    const { code, err } = await runCommand(...args)
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).toMatch(/--help shows what there is\.\n$/)
  })

  test.each([
    ['a missing address', {}, 2, 'Set WEBHOOKS_URL'],
    [
      'an address that is not listening',
      { WEBHOOKS_URL: 'http://127.0.0.1:2', OPERATOR_SECRET: 'hush' },
      1,
      'http://127.0.0.1:2/operator/poison cannot be reached (ECONNREFUSED)',
    ],
    [
      'an invalid address',
      { WEBHOOKS_URL: 'postgres://x' },
      2,
      'WEBHOOKS_URL must be a URL that begins with http://',
    ],
  ])('reports %s', async (_what, env, exitCode, message) => {
    const { code, err } = await callCli(['poison', 'show'], {
      TAKEOFF_HOME: '/nowhere',
      ...env,
    })
    expect(code).toBe(exitCode)
    expect(err).toContain(message)
    expect(err).not.toContain('hush')
  })

  test('reports a wrong secret', async () => {
    const { code, err } = await operator.run(['poison', 'show'], { OPERATOR_SECRET: 'hush' })
    expect({ code, err }).toEqual({
      code: 1,
      err: 'The operator API needs "Authorization: Bearer" with OPERATOR_SECRET. Give the secret that the webhook service has.\n',
    })
  })

  test('reports an address that is not the webhook service', async () => {
    await using other = await startLocalServer((_request, response) => response.end('hello'))
    const { url } = other
    const { code, err } = await operator.run(['poison', 'show'], { WEBHOOKS_URL: url })
    expect({ code, err }).toEqual({
      code: 1,
      err: `${url} is no webhook service: it responds with HTTP 200.\n`,
    })
  })
})
