import { fileURLToPath } from 'node:url'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { callProgram, startProgram } from '@takeoff/kit/testing/run-program'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'

const PROGRAM = fileURLToPath(import.meta.resolve('../src/migrate.ts'))

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const database = opened.use(
  await createTestDatabase({
    name: 'order-documents',
    entities,
    migrations: migrations.slice(0, -1),
  }),
)
const [newest] = migrations.slice(-1).map(({ name }) => name)

/** It has the variables of the database and no others. */
const migrate = (...args: readonly string[]) =>
  callProgram(PROGRAM, args, { DATABASE_URL: database.ownerUrl })

test('lists what is pending and changes nothing, then migrates', async () => {
  expect(await migrate('--status')).toEqual({ code: 1, output: `${newest}: pending\n` })
  expect(await migrate()).toEqual({
    code: 0,
    output: expect.stringMatching(
      new RegExp(`^${newest}: applied in [\\d.]+ s\nThe database has all \\d+ migrations of this`),
    ) as string,
  })
  expect((await migrate('--status')).code).toBe(0)
})

test('waits for another process that migrates, and says so', async () => {
  const other = Promise.withResolvers<void>()
  const held = database.transaction(async (sql) => {
    await sql.query('select pg_advisory_xact_lock(7246531)')
    await other.promise
  })
  onTestFinished(() => held)
  const program = startProgram(PROGRAM, [], { DATABASE_URL: database.ownerUrl })
  await program.printed()
  other.resolve()

  expect(await program.end()).toEqual({
    code: 0,
    output: expect.stringMatching(/another process migrates this database[^]*has all/) as string,
  })
})

test('without the address of a database it names the variable, and ends as wrong usage', async () => {
  expect(await callProgram(PROGRAM, [], {})).toEqual({
    code: 2,
    output: expect.stringContaining('DATABASE_URL') as string,
  })
})

test('a database that cannot be reached ends it as a failure, with one line that says so', async () => {
  const url = 'postgres://owner:secret@127.0.0.1:1/orders'
  expect(await callProgram(PROGRAM, ['--status'], { DATABASE_URL: url })).toEqual({
    code: 1,
    output: '127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1\n',
  })
})
