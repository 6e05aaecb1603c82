import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'

const KIT_LOGGER = JSON.stringify(new URL('logger.ts', import.meta.url).href)

/** Runs code that has a `logger`, in a process of its own. */
function run(code: string) {
  const source = `import { createLogger } from ${KIT_LOGGER}\nconst logger = createLogger('test', 'info')\n${code}`
  return spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

function messagesIn(output: string): unknown[] {
  const lines = output.trimEnd().split('\n')
  return lines.map((line) => (JSON.parse(line) as { msg: unknown }).msg)
}

describe('log lines', () => {
  test.each([
    ['ends normally', ''],
    ['exits', 'process.exit(1)'],
    ['exits after a fatal error', 'logger.fatal("last"); process.exit(1)'],
  ])('are all written, in order, by a process that %s', async (_how, end) => {
    const { stdout } = run(`for (let i = 0; i < 100; i += 1) logger.info(String(i))\n${end}`)
    const messages = messagesIn(await text(stdout))
    const numbered = Array.from({ length: 100 }, (_, index) => String(index))
    expect(messages).toEqual(end.includes('fatal') ? [...numbered, 'last'] : numbered)
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
