import { graphql } from '../e2e/support/client.ts'
import { PATIENCE_MS, patiently } from './patiently.ts'
import type { Unavailability } from './patiently.ts'

const UPDATE = `mutation ($id: Int!, $name: String!, $version: Int!) {
  projectManagementProductionListUpdate(id: $id, name: $name, version: $version) { productionList { version } }
}`
/** An unavailable service or database. An update that was made all the same is then a CONFLICT. */
const AWAY: ReadonlySet<unknown> = new Set(['SUBGRAPH_UNAVAILABLE', 'COMMIT_UNKNOWN'])

/** A list, and the versions that its writers know. */
export interface WrittenList {
  readonly id: number
  /** The newest version that a writer has seen. */
  version: number
  /** Every version whose update succeeded. */
  readonly acknowledged: Set<number>
}

export interface Tally extends Unavailability {
  conflicts: number
}

/**
 * One update as a careful integrator makes it: it sends the version that it changes, takes the current one
 * from a CONFLICT, and retries while a service is unavailable.
 * @throws Error for every other refusal, and when the service stays unavailable
 */
export async function updateList(
  list: WrittenList,
  { name, token, tally }: { readonly name: string; readonly token: string; readonly tally: Tally },
): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const { data, errors } = await patiently(
      () => graphql<UpdatedList>(UPDATE, { id: list.id, name, version: list.version }, { token }),
      { tally, codes: AWAY },
    )
    const version = data?.projectManagementProductionListUpdate?.productionList.version
    if (version !== undefined) {
      list.version = Math.max(list.version, version)
      list.acknowledged.add(version)
      return
    }
    const extensions = errors?.[0]?.extensions
    if (extensions?.code !== 'CONFLICT')
      throw new Error(`an update was refused: ${JSON.stringify(errors)}`)
    tally.conflicts += 1
    list.version = Number(extensions['currentVersion'])
  }
  throw new Error(`list ${list.id} could not be updated for ${PATIENCE_MS} ms`)
}

interface UpdatedList {
  readonly projectManagementProductionListUpdate: {
    readonly productionList: { readonly version: number }
  } | null
}
