import path from 'node:path'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { beforeAll, describe, expect, test } from 'vitest'
import { copyContext } from '../images/build-context.ts'
import { ImageBuilder } from '../images/build-image.ts'
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
