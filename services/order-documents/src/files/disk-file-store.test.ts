import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskFileStore } from './disk-file-store.ts'
import { FileUnavailableError } from './file-store.ts'

const BYTES = Buffer.from('0123456789')

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-file-store-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the disk store', () => {
  it('reads what was put, whole or in part', async () => {
    const store = createDiskFileStore(folder)
    await store.put('1/document/file.pdf', BYTES, 'application/pdf')

    expect((await buffer(await store.read('1/document/file.pdf', 10))).equals(BYTES)).toBe(true)
    const part = await store.read('1/document/file.pdf', 10, { start: 2, end: 4 })
    expect((await buffer(part)).toString()).toBe('234')
  })

  it('leaves nothing but the files', async () => {
    const store = createDiskFileStore(folder)
    await store.put('1/document/file.pdf', BYTES, 'application/pdf')

    expect(await readdir(join(folder, '1/document'))).toEqual(['file.pdf'])
  })

  it('deletes a folder and only that', async () => {
    const store = createDiskFileStore(folder)
    await store.put('1/a/file.pdf', BYTES, 'application/pdf')
    await store.put('1/b/file.pdf', BYTES, 'application/pdf')
    await store.deleteFolder('1/a')
    await store.deleteFolder('1/never-there')

    expect(await readdir(join(folder, '1'))).toEqual(['b'])
  })

  it('says when bytes are missing or fewer than promised', async () => {
    const store = createDiskFileStore(folder)
    await store.put('1/document/file.pdf', BYTES, 'application/pdf')

    await expect(store.read('1/document/other.pdf', 10)).rejects.toThrow(FileUnavailableError)
    await expect(store.read('1/document/file.pdf', 11)).rejects.toThrow(FileUnavailableError)
  })
})
