import path from 'node:path'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { fillTables, rowsByTable } from '@takeoff/kit/testing/fill-tables'
import { callProgram, startProgram } from '@takeoff/kit/testing/run-program'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'

const NOWHERE = 'http://127.0.0.1:9/'
const SECRET = 's'.repeat(32)

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const database = opened.use(
  await createTestDatabase({ name: 'production-lists', entities, migrations }),
)
/** Of a service whose migrations have other names. */
const foreign = opened.use(
  await createTestDatabase({
    name: 'other-service',
    entities,
    migrations: migrations.map(({ name, class: migration }) => ({
      name: name.startsWith('kit-') ? name : `other-${name}`,
      class: migration,
    })),
  }),
)
const { path: folder } = opened.use(await openTemporaryFolder('operator-programs'))
await fillTables(database, { orgId: 7, from: 1, to: 3 })
await fillTables(foreign, { orgId: 7, from: 1, to: 3 })

/** Runs a program with the variables of the process, and without the address of the owner. */
const runAsProcess = (command: string) => run(command, { DATABASE_URL: database.url })

const run = (command: string, variables: Readonly<Record<string, string>>) =>
  callProgram(...programOf(command, variables))

function programOf(
  command: string,
  variables: Readonly<Record<string, string>>,
): Parameters<typeof callProgram> {
  const [program, ...args] = command.split(' ')
  const env = {
    ...variables,
    AUTH_ISSUER: NOWHERE,
    SERVICE_SECRET: SECRET,
    EVENTS_URL: 'amqp://127.0.0.1:9',
    ORDER_DOCUMENTS_URL: NOWHERE,
    ORDER_DOCUMENTS_SECRET: SECRET,
  }
  const file = path.join(import.meta.dirname, `../src/${program}.ts`)
  return [file, args.map((arg) => arg.replace('FOLDER', path.join(folder, 'organization'))), env]
}

test.each([
  'erase organization 7 --confirm 7',
  'erase organization 7',
  'verify',
  'organization export 7 --to FOLDER',
  'organization thaw 7',
])(
  '%s: a role that row-level security limits is refused with the name of the variable',
  async (command) => {
    const before = await rowsByTable(database, 7)

    const { code, output } = await runAsProcess(command)

    expect(output).toContain('DATABASE_MIGRATION_URL must be the address of the owner')
    expect(output).toContain('test_process')
    expect(code).toBe(2)
    expect(await rowsByTable(database, 7)).toEqual(before)
    expect(await database.query('select 1 from erasure')).toEqual([])
  },
)

test.each([
  'migrate',
  'migrate --status',
  'erase organization 7 --confirm 7',
  'verify',
  'organization export 7 --to FOLDER',
  'organization thaw 7',
  'organization ids --first 1000 --last 2000',
])('%s: the database of another service is refused before anything is written', async (command) => {
  const migrated = () => foreign.query('select name from mikro_orm_migrations order by id')
  const [before, names] = [await rowsByTable(foreign, 7), await migrated()]

  const { code, output } = await run(command, { DATABASE_URL: foreign.ownerUrl })

  expect(output).toContain('it has the migration other-001-create-tables and not 001-create-tables')
  expect(code).toBe(2)
  expect(await rowsByTable(foreign, 7)).toEqual(before)
  expect(await migrated()).toEqual(names)
})

test.each([
  'erase organization 7 --confirm 7',
  'verify',
  'organization export 7 --to FOLDER',
  'organization thaw 7',
])(
  '%s: a database of an earlier version is refused before anything is written',
  async (command) => {
    const before = await rowsByTable(database, 7)
    const last = migrations.at(-1)?.name ?? ''
    await database.query(`delete from mikro_orm_migrations where name = '${last}'`)
    onTestFinished(async () => {
      await database.query(`insert into mikro_orm_migrations (name) values ('${last}')`)
    })

    const { code, output } = await run(command, { DATABASE_URL: database.ownerUrl })

    expect(output).toContain(`The database lacks 1 migration(s) of this version: ${last}`)
    expect(output).toContain('npm run migrate')
    expect(code).toBe(1)
    expect(await rowsByTable(database, 7)).toEqual(before)
  },
)

test('organization finds a folder in the folder in which npm was called', async () => {
  const { code, output } = await run('organization import --from moved', {
    DATABASE_URL: database.ownerUrl,
    INIT_CWD: folder,
  })
  expect(output).toContain(`${path.join(folder, 'moved')} has no manifest.json`)
  expect(code).toBe(1)
})

test('the database of a newer version of the same service is its own', async () => {
  await database.query(`insert into mikro_orm_migrations (name) values ('999-newer')`)
  onTestFinished(async () => {
    await database.query(`delete from mikro_orm_migrations where name = '999-newer'`)
  })
  expect((await run('migrate', { DATABASE_URL: database.ownerUrl })).code).toBe(0)
})

test('a stopped export says that the organization stays read-only, and ends with 130', async () => {
  onTestFinished(async () => void (await database.query('delete from frozen_organization')))
  await database.transaction(async (sql) => {
    // The export waits for the end of this transaction.
    await sql.query('lock table job in row exclusive mode')
    const variables = { DATABASE_URL: database.ownerUrl }
    const program = startProgram(...programOf('organization export 7 --to FOLDER', variables))
    await program.printed()
    const { code, output } = await program.end('SIGINT')

    expect(output).toMatch(/^Organization 7 is read-only from now on, until "thaw 7"\.\n/)
    expect(output).toMatch(/Organization 7 stays read-only: delete .*, or .* with "thaw 7"\.\n$/)
    expect(code).toBe(130)
  })
  expect(await database.query('select id from frozen_organization')).toEqual([{ id: 7 }])
})
