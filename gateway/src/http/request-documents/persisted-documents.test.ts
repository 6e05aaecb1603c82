import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { expect, it } from 'vitest'
import { readPersistedDocuments } from './persisted-documents.ts'

async function reading(text: string): Promise<string | undefined> {
  await using folder = await openTemporaryFolder('documents')
  const file = join(folder.path, 'documents.json')
  await writeFile(file, text)
  return (await readPersistedDocuments(file)).textOf('a')
}

it('a manifest is an object of id to text', async () => {
  expect(await reading('{"a":"{ x }"}')).toBe('{ x }')
  expect(await reading('{"b":"{ x }"}')).toBeUndefined()
})

it.each([
  ['is not JSON', '{'],
  ['has something other than texts', '{"a":1}'],
  ['names a text by another’s hash', `{"sha256:${'0'.repeat(64)}":"{ x }"}`],
  [
    'has two texts for an id',
    '{"format":"apollo-persisted-query-manifest","operations":[{"id":"a","body":"x"},{"id":"a","body":"y"}]}',
  ],
])('a manifest that %s is refused, and the file named', async (_what, text) => {
  await expect(reading(text)).rejects.toThrow('documents.json is no manifest')
})
