import { expect, test } from 'vitest'
import { readLogo } from '../pages/catalog/brand/logo.ts'
import { readFile } from './unreadable-file.ts'
import { brokenUpload } from './upload-measurement-file.ts'

/** As a browser has a file that is locked, or has changed since it was chosen. */
class Unreadable extends File {
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.reject(new DOMException('It cannot be read.', 'NotReadableError'))
  }
  override slice(): Blob {
    return this
  }
}

const unreadable = new Unreadable(['a'], 'locked.csv')
const problem = { code: 'FILE_UNREADABLE' }

test('a file that cannot be read is reported as such, of a picture too', async () => {
  await expect(readFile(unreadable.arrayBuffer())).rejects.toMatchObject(problem)
  await expect(readLogo(unreadable)).rejects.toMatchObject(problem)
  await expect(readFile(Promise.resolve('sku'))).resolves.toBe('sku')
})

test('an upload that broke off says whether the file or the connection is the reason', async () => {
  const cause = new TypeError('Failed to fetch')
  expect(await brokenUpload(unreadable, cause)).toMatchObject(problem)
  expect(await brokenUpload(new Blob(['a']), cause)).toMatchObject({ code: 'NETWORK_ERROR' })
})
