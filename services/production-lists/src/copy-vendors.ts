import { runProgram } from '@takeoff/kit/service/command-line'
import { createLogger } from '@takeoff/kit/service/logger'
import { openDatabase } from '@takeoff/kit/postgres/database'
import { configuredDatabase } from '@takeoff/kit/postgres/database-connection'
import { say } from '@takeoff/kit/operator/operator-program'
import { readConfig } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { openOrderDocuments } from './open-order-documents.ts'
import { readVendors } from './vendors/read-vendors.ts'
import { VENDOR_COPYING } from './vendors/start-copying-vendors.ts'

const POOL_SIZE = 3
const HELP = `Copies all vendors from order-documents into the database of production-lists, beside the running service.

Usage: npm run copy-vendors [-- --anew]

  --anew  delete the copy once order-documents responds: also vendors that order-documents has no more, or has as they were before
  --help  this text

Needed only when the copy is wrong, as after a restored backup (--anew). More in docs/operations.md.
`

const program = { help: HELP, options: { anew: { type: 'boolean' } } } as const

await runProgram(program, async ({ values }) => {
  say(`${await copyVendors({ isAnew: values.anew === true })} vendors copied.`)
})

async function copyVendors({ isAnew }: { readonly isAnew: boolean }): Promise<number> {
  const config = readConfig()
  await using orderDocuments = openOrderDocuments(config)
  await using database = await openDatabase({
    ...configuredDatabase(config),
    poolSize: POOL_SIZE,
    entities,
    migrations,
    logger: createLogger('copy-vendors', 'warn'),
  })
  await database.requireMigrated()
  const copying = database.forWork(VENDOR_COPYING)
  // Awaited, because the connections are closed when this function returns.
  return await readVendors({ database: copying, orderDocuments }, { isComplete: true, isAnew })
}
