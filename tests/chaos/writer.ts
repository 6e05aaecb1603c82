import { setTimeout as delay } from 'node:timers/promises'
import { graphql } from '../e2e/support/client.ts'

const UPDATE = `mutation ($id: Int!, $name: String!, $version: Int!) {
  projectManagementProductionListUpdate(id: $id, name: $name, version: $version) { productionList { version } }
}`
/** Of a service that is away, and of one whose database is. */
const AWAY: ReadonlySet<unknown> = new Set(['SUBGRAPH_UNAVAILABLE', 'INTERNAL_SERVER_ERROR'])
const TRY_AGAIN_MS = 50
const PATIENCE_MS = 120_000

/** A list, and what its writers know of it. */
export interface WrittenList {
  readonly id: number
  /** The newest that a writer has seen. */
  version: number
  /** Every version whose update succeeded. */
  readonly acknowledged: Set<number>
}

export interface Tally {
  conflicts: number
  unavailable: number
}

/**
 * One update as a careful integrator makes it: it names the version that it changes, reads the newer one
 * out of a CONFLICT, and tries again while a service is away.
 * @throws Error for every other refusal, and when the service stays away
 */
export async function updateList(
  list: WrittenList,
  { name, token, tally }: { readonly name: string; readonly token: string; readonly tally: Tally },
): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const { data, errors } = await graphql<Answer>(
      UPDATE,
      { id: list.id, name, version: list.version },
      { token },
    )
    const version = data?.projectManagementProductionListUpdate?.productionList.version
    if (version !== undefined) {
      list.version = Math.max(list.version, version)
      list.acknowledged.add(version)
      return
    }
    const extensions = errors?.[0]?.extensions
    const code = extensions?.code
    if (code === 'CONFLICT') {
      tally.conflicts += 1
      list.version = Number(extensions?.['currentVersion'])
    } else if (AWAY.has(code)) {
      tally.unavailable += 1
      await delay(TRY_AGAIN_MS)
    } else {
      throw new Error(`an update was refused: ${JSON.stringify(errors)}`)
    }
  }
  throw new Error(`list ${list.id} could not be updated for ${PATIENCE_MS} ms`)
}

interface Answer {
  readonly projectManagementProductionListUpdate: {
    readonly productionList: { readonly version: number }
  } | null
}
