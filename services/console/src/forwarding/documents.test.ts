import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { ConfigError } from '@takeoff/kit/service/config'
import { expect, test } from 'vitest'
import { Documents } from './documents.ts'

const { path: folder } = await disposeAfterAll(openTemporaryFolder('takeoff-documents'))

const id = `sha256:${'0'.repeat(64)}`

test.each([
  ['a missing file', undefined, 'ENOENT'],
  ['no JSON', '{', 'JSON'],
  ['a document with another id', JSON.stringify({ [id]: '{ id }' }), `${id} is not the SHA-256`],
])('%s is an error of the variable CONSOLE_DOCUMENTS', async (name, content, reason) => {
  const file = path.join(folder, `${name}.json`)
  if (content !== undefined) await writeFile(file, content)

  const error = await Documents.read(file).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ConfigError)
  const [violation, ...others] = (error as ConfigError).violations
  expect(others).toEqual([])
  expect(violation).toMatch(/^CONSOLE_DOCUMENTS names .*, which cannot be used/)
  expect(violation).toContain(reason)
})
