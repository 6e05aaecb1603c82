import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTestDatabase } from '@takeoff/kit/testing/database'
import { fillTables, rowsByTable } from '@takeoff/kit/testing/fill-tables'
import { startProgram } from '@takeoff/kit/testing/run-program'
import { afterAll, expect, test } from 'vitest'
import { entities } from '../src/db/entities.ts'
import { migrations } from '../src/db/migrations.ts'

const NOWHERE = 'http://127.0.0.1:9/'
const SECRET = 's'.repeat(32)

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const database = opened.use(
  await createTestDatabase({ name: 'production-lists', entities, migrations }),
)
const folder = await mkdtemp(path.join(tmpdir(), 'operator-programs-'))
opened.defer(() => rm(folder, { recursive: true }))
await fillTables(database, { orgId: 7, from: 1, to: 3 })

/** Runs a program with the variables of the process, and without the address of the owner. */
function runAsProcess(command: string) {
  const [program, ...args] = command.split(' ')
  const env = {
    DATABASE_URL: database.url,
    AUTH_ISSUER: NOWHERE,
    SERVICE_SECRET: SECRET,
    EVENTS_URL: 'amqp://127.0.0.1:9',
    ORDER_DOCUMENTS_URL: NOWHERE,
    ORDER_DOCUMENTS_SECRET: SECRET,
  }
  const file = path.join(import.meta.dirname, `../src/${program}.ts`)
  return startProgram(
    file,
    args.map((arg) => arg.replace('FOLDER', path.join(folder, 'organization'))),
    env,
  ).end()
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
