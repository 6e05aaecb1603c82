import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startProgram } from '@takeoff/kit/testing/run-program'
import { afterEach, beforeEach, expect, test } from 'vitest'

const PROGRAM = path.join(import.meta.dirname, '../src/reset.ts')

let home: string

beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'takeoff-home-'))
})

afterEach(() => rm(home, { recursive: true, force: true }))

const reset = () => startProgram(PROGRAM, [], { TAKEOFF_HOME: home }).end()

test('the folder of a stack is removed, and a missing folder is no error', async () => {
  await mkdir(path.join(home, 'postgres'))
  await mkdir(path.join(home, 'imports'))
  await writeFile(path.join(home, 'secrets.json'), '{}')

  expect(await reset()).toMatchObject({ code: 0 })
  await expect(readdir(home)).rejects.toThrow('ENOENT')
  expect(await reset()).toMatchObject({ code: 0 })
})

test('a folder with something else in it stays as it is', async () => {
  await writeFile(path.join(home, 'secrets.json'), '{}')
  await writeFile(path.join(home, 'package.json'), '{}')

  const { code, output } = await reset()
  expect(output).toContain(
    `${path.join(home, 'package.json')} is not of the development stack, so nothing was removed.`,
  )
  expect(code).toBe(1)
  expect((await readdir(home)).toSorted()).toEqual(['package.json', 'secrets.json'])
})

test.each(['lock.json', 'imports'])('a folder that has only %s is removed', async (entry) => {
  await writeFile(path.join(home, entry), '')
  await writeFile(path.join(home, '.DS_Store'), '')

  expect(await reset()).toMatchObject({ code: 0 })
})

test('a folder without the secrets of a stack stays as it is', async () => {
  await mkdir(path.join(home, 'files'))

  const { code, output } = await reset()
  expect(output).toContain(`${home} has no secrets.json`)
  expect(code).toBe(1)
  expect(await readdir(home)).toEqual(['files'])
})
