import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'

test('an import ends normally when the reader of its report has closed the pipe', async () => {
  const main = path.join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(errors).toBe('')
})
