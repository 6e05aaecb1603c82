import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DiskFileStore } from './disk-file-store.ts'
import { failureOf as commandFailureOf } from '@takeoff/kit/service/command-line'
import { DamagedFileError, FileStoreUnavailableError } from './file-store.ts'

const BYTES = Buffer.from('0123456789')
const KEY = '1/document/file.pdf'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-file-store-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the disk store', () => {
  it('reads stored bytes, whole or in part', async () => {
    const store = new DiskFileStore(folder)
    await store.put(KEY, BYTES)

    expect((await buffer(await store.read(KEY, 10))).equals(BYTES)).toBe(true)
    const part = await store.read(KEY, 10, { start: 2, end: 4 })
    expect((await buffer(part)).toString()).toBe('234')
  })

  it('leaves no temporary files', async () => {
    await new DiskFileStore(folder).put(KEY, BYTES)

    expect(await filesOf(folder)).toEqual([KEY])
  })

  it('creates its folder, and accepts a relative path or one with a trailing slash', async () => {
    const store = new DiskFileStore(`${folder}/not/there/yet/../`)
    await store.put(KEY, BYTES)
    await store.delete(KEY)

    expect(await readdir(join(folder, 'not/there'))).toEqual([])
  })

  it('reports bytes that are missing or fewer than expected', async () => {
    const store = new DiskFileStore(folder)
    await store.put(KEY, BYTES)

    await expect(store.read('1/document/other.pdf', 10)).rejects.toThrow(DamagedFileError)
    const error: unknown = await store.read(KEY, 11).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(DamagedFileError)
    // To run a command again does not help.
    expect(commandFailureOf(error).message).toMatch(
      /^The bytes of this file are missing or damaged\.\n {2}because: .+ has 10 bytes instead of 11$/,
    )
  })

  it('does not report a file that it cannot open as damaged', async () => {
    const store = new DiskFileStore(folder)
    await symlink(join(folder, 'loop.pdf'), join(folder, 'loop.pdf'))

    await expect(store.read('loop.pdf', 10)).rejects.toMatchObject({
      name: 'FileStoreUnavailableError',
      httpStatus: 503,
      cause: { message: expect.stringContaining('loop.pdf was not read: ELOOP') },
    })
  })
})

describe('a folder that does not respond', () => {
  it('fails a write in time, and keeps nothing of it when it ends later', async () => {
    const temporary = join(folder, `${KEY}.tmp`)
    await mkdir(dirname(temporary), { recursive: true })
    // It is opened for writing when a reader opens it.
    execFileSync('mkfifo', [temporary])

    await expect(new DiskFileStore(folder, 50).put(KEY, BYTES)).rejects.toMatchObject({
      name: 'FileStoreUnavailableError',
      cause: { message: expect.stringContaining('was not written within 0.05 s') },
    })
    await buffer(createReadStream(temporary))
    await expect.poll(() => filesOf(folder)).toEqual([])
  })
})

describe('delete', () => {
  it('removes only the file and its empty folders', async () => {
    const store = new DiskFileStore(folder)
    await store.put('1/a/file.pdf', BYTES)
    await store.put('1/a/file.csv', BYTES)
    await store.put('1/b/file.pdf', BYTES)

    await store.delete('1/a/file.pdf')
    expect(await filesOf(folder)).toEqual(['1/a/file.csv', '1/b/file.pdf'])
    await store.delete('1/a/file.csv')
    expect(await readdir(join(folder, '1'))).toEqual(['b'])
    await store.delete('1/b/file.pdf')
    expect(await readdir(folder)).toEqual([])
  })

  it('removes the remains of a process that was killed while it wrote', async () => {
    await mkdir(join(folder, '1/document'), { recursive: true })
    await writeFile(join(folder, `${KEY}.tmp`), BYTES.subarray(0, 3))

    await new DiskFileStore(folder).delete(KEY)
    expect(await readdir(folder)).toEqual([])
  })

  it('succeeds when the file does not exist', async () => {
    const store = new DiskFileStore(folder)
    await store.delete('1/never/there.pdf')
    await new DiskFileStore(join(folder, 'neither')).delete('1/never/there.pdf')

    expect(await readdir(folder)).toEqual([])
  })

  it('does not fail concurrent puts that need the folders it removes', async () => {
    const store = new DiskFileStore(folder)
    const turns = Array.from({ length: 30 }, (_, turn) => `1/${turn % 3}/${turn}.pdf`)
    await Promise.all(
      turns.map(async (key) => {
        await store.put(key, BYTES)
        await store.delete(key)
      }),
    )

    expect(await readdir(folder)).toEqual([])
  })
})

describe('list', () => {
  it('returns every file and the remains of interrupted puts, each with the key that deletes it', async () => {
    const store = new DiskFileStore(folder)
    expect(await Array.fromAsync(store.list())).toEqual([])
    await store.put('1/a/file.pdf', BYTES)
    await store.put('2/b/file.csv', BYTES)
    await writeFile(join(folder, '2/b/cut.pdf.tmp'), BYTES.subarray(0, 3))

    const listed = await Array.fromAsync(store.list())
    expect(new Map(listed.map(({ name, key }) => [name, key]))).toEqual(
      new Map([
        ['1/a/file.pdf', '1/a/file.pdf'],
        ['2/b/file.csv', '2/b/file.csv'],
        ['2/b/cut.pdf.tmp', '2/b/cut.pdf'],
      ]),
    )
    expect(listed.every(({ changedAt }) => Date.now() - changedAt.getTime() < 60_000)).toBe(true)
    for (const { key } of listed) await store.delete(key)
    expect(await readdir(folder)).toEqual([])
  })

  it('is empty without the folder, and a missing file has no size', async () => {
    const store = new DiskFileStore(join(folder, 'nowhere'))
    expect(await Array.fromAsync(store.list())).toEqual([])
    expect(await store.sizeOf('1/a/file.pdf')).toBeUndefined()
    await store.put('1/a/file.pdf', BYTES)
    expect(await store.sizeOf('1/a/file.pdf')).toBe(10)
  })
})

describe('a put that fails', () => {
  // The kernel itself fails every write there with ENOSPC.
  it.skipIf(process.platform !== 'linux')('reports a full disk', async () => {
    await mkdir(join(folder, '1/document'), { recursive: true })
    await symlink('/dev/full', join(folder, `${KEY}.tmp`))

    const error = await failureOf(KEY)
    expect(error.message).toContain('cannot be used right now')
    expect(error.cause).toMatchObject({
      message: `${join(folder, KEY)} was not written: the disk is full`,
      cause: { code: 'ENOSPC' },
    })
    // A command has no request id to report.
    expect(commandFailureOf(error).message).toMatch(
      /^The store of the files cannot be used right now\. Run the same command again\.\n {2}because: .+ the disk is full\n/,
    )
    expect(await readdir(folder)).toEqual([])
  })

  // No user can create a folder there, not even root.
  it.skipIf(process.platform !== 'linux')('reports missing permissions', async () => {
    const put = new DiskFileStore('/sys/takeoff').put(KEY, BYTES)

    await expect(put).rejects.toMatchObject({
      cause: { message: `/sys/takeoff/${KEY} was not written: this process has no permission` },
    })
  })

  it('leaves nothing under the key when the last step fails', async () => {
    // A folder has the file's name, so that everything succeeds up to the rename.
    await mkdir(join(folder, `${KEY}/in the way`), { recursive: true })

    expect(await failureOf(KEY)).toBeInstanceOf(FileStoreUnavailableError)
    expect(await filesOf(folder)).toEqual([])
  })
})

async function failureOf(key: string): Promise<Error> {
  const store = new DiskFileStore(folder)
  return store.put(key, BYTES).then(
    () => expect.fail('the file was stored'),
    (error: Error) => error,
  )
}

/** Keys of all files, in order. */
async function filesOf(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}
