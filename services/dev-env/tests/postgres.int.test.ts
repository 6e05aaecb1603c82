import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { disposeAfterAll } from '@takeoff/kit/testing/dispose-after-all'
import { expect, test } from 'vitest'
import { openPlainDatabase } from '../src/postgres/open-plain-database.ts'
import { startPostgres } from '../src/postgres/postgres.ts'

const options = () => ({
  directory: path.join(folder, 'postgres'),
  logFile: path.join(folder, 'postgres.log'),
  throwaway: true,
})

const { path: folder } = await disposeAfterAll(openTemporaryFolder('takeoff-postgres-test'))

test('keeps its data over a restart and creates a database only once', async () => {
  {
    await using postgres = await startPostgres(options())
    await using database = await openPlainDatabase(await postgres.createDatabase('kept'))
    await database.query('create table kept (word text)')
    await database.query("insert into kept values ('Dachziegel ≈ tuile')")
  }
  await using postgres = await startPostgres(options())
  await using database = await openPlainDatabase(await postgres.createDatabase('kept'))

  expect(await database.query('select word from kept')).toEqual([{ word: 'Dachziegel ≈ tuile' }])
})

test('starts again at once after its starter was killed with kill -9', async () => {
  const script = `
    const { startPostgres } = await import(${JSON.stringify(new URL('../src/postgres/postgres.ts', import.meta.url).href)})
    const postgres = await startPostgres(${JSON.stringify(options())})
    process.stdout.write(postgres.url)`
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(starter.stdout, 'data')) as [Buffer]
  starter.kill('SIGKILL')
  await once(starter, 'exit')

  await using postgres = await startPostgres(options())

  expect(postgres.url).not.toBe(url.toString())
  await using database = await openPlainDatabase(postgres.url)
  expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
})

test('serves all committed data again after a kill -9', async () => {
  const said: string[] = []
  await using postgres = await startPostgres({ ...options(), say: (line) => said.push(line) })
  await using database = await openPlainDatabase(await postgres.createDatabase('crashed'))
  await database.query('create table kept (word text)')
  await database.query("insert into kept values ('Ziegel')")

  await postgres.kill9()
  expect(await postgres.stopImmediately(), 'there was nothing to stop').toBe(false)

  await expect
    .poll(() => database.query('select word from kept'), { timeout: 15_000 })
    .toEqual([{ word: 'Ziegel' }])
  expect(said[0]).toContain('PostgreSQL ended')
})

test('has crashed and recovered when an immediate stop resolves', async () => {
  await using postgres = await startPostgres(options())
  await using database = await openPlainDatabase(await postgres.createDatabase('stopped'))
  await database.query('create table kept (word text)')
  await database.query("insert into kept values ('Tuile')")

  expect(await postgres.stopImmediately()).toBe(true)

  await using later = await openPlainDatabase(postgres.urlOf('stopped'))
  expect(await later.query('select word from kept')).toEqual([{ word: 'Tuile' }])
  expect(await readFile(options().logFile, 'utf8')).toContain('automatic recovery in progress')
})
