import { openAsOwner, say } from '@takeoff/kit/operator/operator-program'
import { runProgram } from '@takeoff/kit/service/command-line'
import { readVariables } from '@takeoff/kit/service/config'
import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { lookUpDrafts } from './db/distribution/look-up-drafts.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'

const HELP = `Has every draft of a distribution order looked up at its supplier before it is sent.

Usage: npm run look-up-drafts

  --help  this text

Needed after the database of order-documents was restored, before its processes start. More in docs/restore.md.
`

await runProgram({ help: HELP }, async () => {
  const own = { ...readVariables(databaseVariables), entities, migrations }
  await using database = await openAsOwner('look-up-drafts', own)
  say(`Drafts to look up: ${await lookUpDrafts(database)}.`)
})
