import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { invariant } from '../values/invariant.ts'

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

describe.skipIf(!existsSync('/dev/full'))('a process whose log is on a full disk', () => {
  test.each([
    ['ends at SIGTERM', 'SIGTERM', 0],
    ['ends at an error that nothing catches', 'an error', 1],
  ])('%s', async (_what, how, code) => {
    const source = `
      import { run } from ${moduleOf('run.ts')}
      const service = {
        url: 'http://shop',
        becomeUnready: () => undefined,
        drain: () => Promise.resolve(),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      }
      process.on('message', () => { throw new Error('not caught') })
      const config = { logLevel: 'info', shutdownDelayMs: 0 }
      await run('shop', () => config, () => Promise.resolve(service))`
    const full = openSync('/dev/full', 'a')
    const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
      stdio: ['ignore', full, 'pipe', 'ipc'],
    })
    closeSync(full)
    onTestFinished(() => void child.kill('SIGKILL'))
    invariant(child.stderr !== null, 'it is a pipe')
    expect(String(await once(child.stderr, 'data'))).toContain('ENOSPC')
    if (how === 'SIGTERM') child.kill(how)
    else child.send(how)
    expect(await once(child, 'exit')).toEqual([code, null])
  })
})
