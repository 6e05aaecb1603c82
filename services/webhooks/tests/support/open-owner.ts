import { openDatabase } from '@takeoff/kit/postgres/database'
import type { Database } from '@takeoff/kit/postgres/database'
import { createLogger } from '@takeoff/kit/service/logger'
import { entities } from '../../src/db/entities.ts'
import { migrations } from '../../src/db/migrations.ts'

/** The database for the role that owns its tables. */
export function openOwner({ ownerUrl }: { readonly ownerUrl: string }): Promise<Database> {
  const logger = createLogger('test', 'silent')
  return openDatabase({ url: ownerUrl, entities, migrations, poolSize: 2, logger })
}
