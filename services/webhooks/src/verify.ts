import { databaseVariables } from '@takeoff/kit/service/config-groups'
import { readVariables } from '@takeoff/kit/service/config'
import { runVerify } from '@takeoff/kit/verification/run-verify'
import { retentionVariables } from './config.ts'
import { entities } from './db/entities.ts'
import { migrations } from './db/migrations.ts'
import { verifyEvents } from './ingest/verify-events.ts'
import { retentionOf } from './maintenance/months.ts'

await runVerify(() => {
  const config = readVariables({ ...databaseVariables, ...retentionVariables })
  const { eventsSince } = retentionOf(new Date(), config.retentionDays)
  return {
    ...config,
    service: 'webhooks',
    entities,
    migrations,
    compare: {
      services: ['production-lists', 'order-documents'],
      with: (verification, states) => verifyEvents(verification, states, eventsSince),
    },
  }
})
