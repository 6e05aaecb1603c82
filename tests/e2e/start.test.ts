import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { findFreePort } from '@takeoff/kit/http/free-ports'
import { expect, test } from 'vitest'
import { createProductionCheckout } from './support/production-checkout.ts'

const LAST_LINE = 'Ctrl-C stops everything'
/** The stack of a new clone starts beside two others. */
const LIMIT_MS = 180_000

test(
  'without development packages npm start says where the stack is, and Ctrl-C stops it at the moment it is ready',
  async () => {
    await using checkout = await createProductionCheckout()
    await using home = await openTemporaryFolder('takeoff-start')
    const port = await findFreePort()
    const child = spawn('npm', ['start'], {
      cwd: checkout.path,
      env: { ...process.env, TAKEOFF_HOME: home.path, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
      // A terminal sends the signal of Ctrl-C to all processes of the group.
      detached: true,
    })
    const signalAll = (signal: NodeJS.Signals): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal)
    }
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const wasReady = output.includes(LAST_LINE)
      output += text
      if (!wasReady && output.includes(LAST_LINE)) signalAll('SIGINT')
    })

    try {
      const exit = await once(child, 'exit', { signal: AbortSignal.timeout(LIMIT_MS) })
      expect(exit).toEqual([0, null])
    } finally {
      signalAll('SIGKILL')
    }
    expect(output).toContain(`http://127.0.0.1:${port}`)
    await expect(fetch(`http://127.0.0.1:${port}/health/ready`)).rejects.toThrow('fetch failed')
  },
  2 * LIMIT_MS,
)
