import { parseArgs } from 'node:util'
import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'
import { machineLine } from '../../support/machine.ts'
import { startStack } from '../start-stack.ts'
import { printTable } from '../../support/table.ts'
import { generate } from './generate.ts'
import { makePastMonths } from './make-past-months.ts'
import { measureOperations } from './measure.ts'
import type { Outcome } from './measure.ts'
import { plansDuring } from './plans.ts'
import { printPlans, printRetention, printTimes } from './print.ts'
import { measureRetention } from './retention.ts'
import { REST, SMALL } from './scale.ts'
import type { Part } from './scale.ts'
import { chooseScenes } from './scenes.ts'
import { createSeed } from './seed.ts'
import { sendUntil } from './send-until.ts'
import { printSizes } from './sizes.ts'

const { values } = parseArgs({
  options: {
    /** The large database is this part of the documented one: for a look. */
    part: { type: 'string', default: '1' },
    /** Requests of each operation. */
    requests: { type: 'string', default: '200' },
  },
})
const requests = Number(values.requests)

/**
 * `npm run bench:growth`: the p99 of each operation with 500,000 deliveries and with 50 million, the plan of each
 * statement, what each table takes of the disk, and what retention costs. It needs 60 GB in the folder of temporary files.
 */
await using devEnv = await startStack({
  // The bench itself removes what is past retention, when it measures that.
  webhooks: { WEBHOOKS_RETENTION_DAYS: '365' },
  postgresSettings: { shared_buffers: '2GB', max_wal_size: '4GB', autovacuum: 'on' },
})
console.log(
  `${machineLine()}, transport ${devEnv.transport}, ${requests} requests of each operation\n`,
)
await run(devEnv)

async function run(devEnv: DevEnv): Promise<void> {
  const seed = await createSeed(devEnv)
  await using webhooks = await openPlainDatabase(devEnv.databases.webhooks)
  await makePastMonths(webhooks)
  await timed('small', () => generate(devEnv.databases, seed, SMALL))
  const small = await measure(devEnv)
  await timed('large', () => generate(devEnv.databases, seed, partOf(REST, Number(values.part))))
  await printSizes(devEnv.databases)
  const large = await measure(devEnv)
  printTimes(small, large)
  const scenes = await chooseScenes(devEnv, 20)
  printPlans(await plansDuring(devEnv, () => measureOperations(devEnv, scenes)))
  const others = await chooseScenes(devEnv, requests)
  printRetention(
    await measureRetention({
      database: webhooks,
      measureUntil: (stopping) => sendUntil(stopping, devEnv, others),
    }),
  )
}

async function measure(devEnv: DevEnv): Promise<ReadonlyMap<string, Outcome>> {
  await measureOperations(devEnv, await chooseScenes(devEnv, 10))
  return measureOperations(devEnv, await chooseScenes(devEnv, requests))
}

async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
  const from = performance.now()
  await work()
  printTable(
    ['database', 'seconds to generate'],
    [[name, ((performance.now() - from) / 1000).toFixed(0)]],
  )
  console.log()
}

function partOf(part: Part, share: number): Part {
  return {
    ...part,
    organizations: Math.round(part.organizations * share),
    units: Math.round(part.units * share),
  }
}
