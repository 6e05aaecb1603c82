import { openDatabase } from '@takeoff/kit/database'
import type { Database } from '@takeoff/kit/database'
import { createLogger } from '@takeoff/kit/logger'
import { entities } from '../db/entities.ts'
import { UNPRUNED } from '../db/planner.ts'
import type { Config } from './config.ts'
import { readDevDetails } from './dev-details.ts'
import type { DevDetails } from './dev-details.ts'
import { reasonOf, UnusableError } from './unusable-error.ts'

const POOL_SIZE = 2
const logger = createLogger('webhooks', 'silent')

/** A service whose outbox may hold events. */
export interface OutboxOwner {
  readonly service: string
  readonly database: Database
}

/** Where a command works: production by its variables, else the development stack that runs. */
export interface Places extends AsyncDisposable {
  /** Of the webhook service. @throws UnusableError */
  database(): Promise<Database>
  /** @throws UnusableError */
  eventsUrl(): Promise<string>
  /** Those of which an address is known. @throws UnusableError */
  outboxOwners(): Promise<readonly OutboxOwner[]>
}

export function openPlaces(config: Config): Places {
  const opened = new AsyncDisposableStack()
  const open = async (url: string, table: string): Promise<Database> => {
    const database = opened.use(await openPlain(url))
    await requireTable(database, table, url)
    return database
  }
  // Production and development are never mixed: whoever names one place names all there are.
  const { home, url: _api, token: _token, ...urls } = config
  const isProduction = Object.values(urls).some((url) => url !== undefined)
  const missing = (variable: string) => refuse(variable, isProduction)
  let details: Promise<DevDetails | undefined> | undefined
  const dev = (): Promise<DevDetails | undefined> =>
    (details ??= isProduction ? Promise.resolve(undefined) : readDevDetails(home))
  return {
    async database() {
      const url = config.databaseUrl ?? (await dev())?.databases['webhooks']
      return open(url ?? missing('DATABASE_URL'), 'poison_message')
    },
    async eventsUrl() {
      return config.eventsUrl ?? (await dev())?.eventsUrl ?? missing('EVENTS_URL')
    },
    async outboxOwners() {
      const databases = (await dev())?.databases
      const urls = {
        'production-lists': config.productionListsDatabaseUrl ?? databases?.['production-lists'],
        'order-documents': config.orderDocumentsDatabaseUrl ?? databases?.['order-documents'],
      }
      const owners: OutboxOwner[] = []
      for (const [service, url] of Object.entries(urls)) {
        if (url !== undefined) owners.push({ service, database: await open(url, 'outbox_message') })
      }
      return owners
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function refuse(variable: string, isProduction: boolean): never {
  const why = isProduction
    ? 'as one of its variables is set, the development stack is left alone.'
    : 'no development stack runs. "npm start" starts one.'
  throw new UnusableError(`Set ${variable} as the webhook service has it: ${why}`)
}

async function openPlain(url: string): Promise<Database> {
  try {
    const options = { url, poolSize: POOL_SIZE, entities, migrations: [], logger }
    const database = await openDatabase({ ...options, settings: UNPRUNED })
    await database.ping()
    return database
  } catch (error) {
    throw new UnusableError(`${nameOf(url)} cannot be opened: ${reasonOf(error)}`, {
      cause: error,
    })
  }
}

async function requireTable(database: Database, table: string, url: string): Promise<void> {
  const found = await database.query('select where to_regclass($1) is not null', [table])
  if (found.length > 0) return
  throw new UnusableError(
    `${nameOf(url)} has no table ${table}: it belongs to another service, or to another version.`,
  )
}

/** Without the password. */
function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `The database ${pathname.slice(1)} at ${host}`
}
