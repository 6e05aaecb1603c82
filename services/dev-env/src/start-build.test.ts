import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startBuild } from './start-build.ts'

test('a build reaches the registry as the caller does, and gives way to the stack', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  onTestFinished(() => void vi.unstubAllEnvs())
  const told = path.join(folder, 'told')
  const program = `#!${process.execPath}
process.stdin.resume()
setInterval(() => {
  const priority = require('node:os').getPriority()
  if (priority > 0)
    require('node:fs').writeFileSync('${told}', [process.env.HTTPS_PROXY, ...process.argv.slice(2)].join(' '))
}, 10)`
  await writeFile(path.join(folder, 'npm'), program, { mode: 0o755 })
  vi.stubEnv('PATH', folder)
  vi.stubEnv('HTTPS_PROXY', 'http://proxy.example:3128')

  const logFile = path.join(folder, 'log')
  await using _build = await startBuild({ script: 'docs', logFile, isLowPriority: true })
  await expect
    .poll(() => readFile(told, 'utf8'), { timeout: 30_000 })
    .toBe('http://proxy.example:3128 run docs')
})
