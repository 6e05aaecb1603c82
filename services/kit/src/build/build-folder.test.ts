import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildFolder, hashFiles } from './build-folder.ts'

let home: string
let folder: string
let staging: string
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'takeoff-build-'))
  folder = path.join(home, 'package/dist')
  staging = path.join(home, 'staging')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const write = (text: string) =>
  vi.fn<(to: string) => Promise<void>>(async (to: string) =>
    writeFileSync(path.join(to, 'file.txt'), text),
  )
const built = (): string => readFileSync(path.join(folder, 'file.txt'), 'utf8')

describe('a built folder', () => {
  test('is written when it is missing, and leaves nothing beside it', async () => {
    expect(await buildFolder({ folder, staging, hash: '1', write: write('first') })).toBe(true)
    expect(built()).toBe('first')
    expect(readdirSync(staging)).toEqual([])
  })

  test('is kept while its hash is the same, and replaced as a whole when it changes', async () => {
    await buildFolder({ folder, staging, hash: '1', write: write('first') })
    writeFileSync(path.join(folder, 'old.txt'), '')
    const again = write('second')
    expect(await buildFolder({ folder, staging, hash: '1', write: again })).toBe(false)
    expect(again).not.toHaveBeenCalled()
    expect(await buildFolder({ folder, staging, hash: '2', write: again })).toBe(true)
    expect(built()).toBe('second')
    expect(readdirSync(folder)).not.toContain('old.txt')
    expect(readdirSync(staging)).toEqual([])
  })

  test('stays as it was when a build fails', async () => {
    await buildFolder({ folder, staging, hash: '1', write: write('first') })
    const fail = (): Promise<void> => Promise.reject(new Error('no space'))
    await expect(buildFolder({ folder, staging, hash: '2', write: fail })).rejects.toThrow(
      'no space',
    )
    expect(built()).toBe('first')
    expect(await buildFolder({ folder, staging, hash: '2', write: write('second') })).toBe(true)
    expect(built()).toBe('second')
  })

  test('is replaced although a killed process with the same number left folders', async () => {
    await buildFolder({ folder, staging, hash: '1', write: write('first') })
    for (const left of ['built', 'old']) {
      mkdirSync(path.join(staging, `${left}-${process.pid}`))
      writeFileSync(path.join(staging, `${left}-${process.pid}`, 'left.txt'), '')
    }
    await buildFolder({ folder, staging, hash: '2', write: write('second') })
    expect(built()).toBe('second')
    expect(readdirSync(folder)).not.toContain('left.txt')
  })

  test('is built beside what a killed build left, which is removed after an hour', async () => {
    const left = path.join(staging, 'built-1')
    const young = path.join(staging, 'built-2')
    for (const one of [left, young]) mkdirSync(one, { recursive: true })
    const hourAgo = Date.now() / 1000 - 3_601
    utimesSync(left, hourAgo, hourAgo)
    await buildFolder({ folder, staging, hash: '1', write: write('first') })
    expect(readdirSync(staging)).toEqual(['built-2'])
  })
})

test('the hash of files changes with their names and contents', () => {
  const hashOf = (...names: string[]): string =>
    hashFiles(createHash('sha256'), home, names).digest('hex')
  writeFileSync(path.join(home, 'a'), '1')
  writeFileSync(path.join(home, 'b'), '1')
  expect(hashOf('a', 'b')).toBe(hashOf('b', 'a'))
  const hashes = [hashOf('a'), hashOf('b'), hashOf('a', 'b')]
  writeFileSync(path.join(home, 'a'), '2')
  expect(new Set([...hashes, hashOf('a')]).size).toBe(4)
})
