import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const moduleOf = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)

test('an error of the configuration that only the start finds is printed like the others, without a stack', async () => {
  const source = `
    import { run } from ${moduleOf('run.ts')}
    import { ConfigError } from ${moduleOf('config.ts')}
    const config = { logLevel: 'info', shutdownDelayMs: 0 }
    await run('shop', () => config, () => Promise.reject(new ConfigError(['TOOLS is wrong'])))`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [[code], printed, errors] = await Promise.all([
    once(child, 'exit'),
    text(child.stdout),
    text(child.stderr),
  ])
  expect(errors).toBe('shop: The configuration has 1 error(s):\n  - TOOLS is wrong\n')
  expect([code, printed]).toEqual([1, ''])
})
