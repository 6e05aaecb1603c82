import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { beforeAll, describe, expect, test } from 'vitest'
import { copyContext } from '../images/build-context.ts'
import { ImageBuilder } from '../images/build-image.ts'
import { instructionsOf, stagesOf, environmentOf } from '../images/dockerfile.ts'
import { dockerfile, failuresOf, operatorPrograms, targets } from '../images/programs.ts'

const root = path.resolve(import.meta.dirname, '../..')

describe('an image has all that its build and its programs need', async () => {
  const { path: home } = await disposeAfterAll(openTemporaryFolder('takeoff-images'))
  const context = path.join(home, 'context')
  beforeAll(() => copyContext(root, context))
  const builder = new ImageBuilder({ context, dockerfile, home, packages: 'linked' })

  test.each(targets)('%s', async (name, target) => {
    const image = await builder.build(target)

    expect(failuresOf(image, name)).toEqual([])
  })

  test('the gateway serves the documentation, to which the console links', async () => {
    const { folder } = await builder.build('gateway')
    const stages = stagesOf(await readFile(path.join(root, dockerfile), 'utf8'))
    const place = environmentOf(instructionsOf(stages, 'gateway')).get('DOCS_FOLDER') ?? ''
    const home = await readFile(
      path.join(folder, path.relative('/app', place), 'index.html'),
      'utf8',
    )
    expect(home).toMatch(/^<!doctype html>/i)
  })

  test('programs of operators are found in the documents and in the manifests', () => {
    expect(operatorPrograms('webhooks')).toEqual(
      expect.arrayContaining([
        'services/webhooks/src/migrate.ts',
        'services/webhooks-cli/src/main.ts',
      ]),
    )
    expect(operatorPrograms('production-lists')).toContain(
      'services/production-lists/src/migrate.ts',
    )
    expect(operatorPrograms('order-documents')).toContain(
      'services/order-documents/src/look-up-drafts.ts',
    )
  })
})

test('what a program prints is reported with its own name, on both streams', async () => {
  await using folder = await openTemporaryFolder('takeoff-programs')
  const programs = operatorPrograms('production-lists')
  const [, broken = ''] = programs
  for (const file of programs) {
    const program = path.join(folder.path, file)
    await mkdir(path.dirname(program), { recursive: true })
    await writeFile(program, `console.error('${file === broken ? 'It is broken' : 'Usage:'}')`)
  }
  await writeFile(path.join(folder.path, 'main.ts'), `console.error('- PORT is wrong')`)
  const image = { folder: folder.path, command: ['node', 'main.ts'] }
  expect(failuresOf(image, 'production-lists')).toEqual([`${broken}: It is broken\n`])
})
