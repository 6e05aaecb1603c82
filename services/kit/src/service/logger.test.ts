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

  test('hold no credentials', async () => {
    const { stdout } = run('logger.info({ headers: { authorization: "Bearer x" } }, "careless")')
    expect(await text(stdout)).not.toContain('Bearer x')
  })
})
