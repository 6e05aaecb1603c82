import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyContext } from './build-context.ts'
import { ImageBuilder } from './build-image.ts'
import { dockerfile, failuresOf, targets } from './programs.ts'

const root = path.resolve(import.meta.dirname, '../..')
const home = await mkdtemp(path.join(tmpdir(), 'takeoff-images-'))
const context = path.join(home, 'context')
try {
  await copyContext(root, context)
  const builder = new ImageBuilder({ context, dockerfile, home, packages: 'installed' })
  for (const [name, target] of targets) {
    const startedAt = performance.now()
    const image = await builder.build(target)
    const failures = failuresOf(image, name)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    process.stdout.write(
      `${name}: ${failures.length === 0 ? 'its programs start' : 'FAILED'}, ${seconds} s\n`,
    )
    for (const failure of failures) process.stdout.write(`${failure}\n`)
    if (failures.length > 0) process.exitCode = 1
  }
} finally {
  await rm(home, { recursive: true, force: true })
}
