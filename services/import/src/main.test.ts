import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'

test('an import whose report nobody reads any more ends as if it were read', async () => {
  const main = path.join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, [main, '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  expect(await once(child, 'close')).toEqual([0, null])
  expect(errors).toBe('')
})
