import type { DevEnv } from '@takeoff/dev-env/dev-env'
import { openPlainDatabase } from '@takeoff/dev-env/postgres/open-plain-database'
import { createOrganization } from '../support/organization.ts'
import { cpuInTurns } from './cpu-in-turns.ts'
import type { Contender } from './cpu-in-turns.ts'
import { createLists } from '../support/create-list.ts'
import { operation } from './operation.ts'
import { sendRequest, targetOf } from './request-times.ts'
import { prepareScene } from './scene.ts'
import { startStack } from './start-stack.ts'
import { printTable } from '../support/table.ts'

const TURNS = 40

interface Operation extends Contender {
  readonly name: string
  /** In a turn. */
  readonly requests: number
}

/**
 * What the row-level security of PostgreSQL costs: CPU time of operations, in stacks that are measured in turns. In the
 * first two the roles of the processes bypass it; the second one shows by how much two equal stacks differ.
 */
export async function benchRowSecurity(devEnv: DevEnv): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const stacks = [
    await withoutRowSecurity(stack.use(await startStack())),
    await withoutRowSecurity(stack.use(await startStack())),
    devEnv,
  ]
  const operations = (await Promise.all(stacks.map(prepareOperations))).flat()
  const rows: string[][] = []
  for (const [name, contenders] of Map.groupBy(operations, (each) => each.name)) {
    const requests = contenders[0]?.requests ?? 0
    const [first, ...others] = await cpuInTurns(contenders, {
      warmUp: 5 * requests,
      turns: TURNS,
      requests,
    })
    rows.push([
      name,
      first?.ms.toFixed(2) ?? '',
      ...others.map(({ ofFirst }) => ofFirst.toFixed(3)),
    ])
  }
  printTable(['Operation', 'CPU ms without', 'without, again', 'with row-level security'], rows)
  console.log()
}

/** Lets the roles of the processes see all rows, and ends their sessions, which have plans with the policies. */
async function withoutRowSecurity(devEnv: DevEnv): Promise<DevEnv> {
  for (const url of Object.values(devEnv.databases)) {
    const role = new URL(url).pathname.slice(1)
    await using database = await openPlainDatabase(url)
    await database.query(`alter role "${role}" bypassrls`)
    await database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
      [role],
    )
  }
  return devEnv
}

async function prepareOperations(devEnv: DevEnv): Promise<Operation[]> {
  const { graphqlUrl } = devEnv
  await using organization = await createOrganization(devEnv)
  const send = (query: string, variables: object): Promise<string> =>
    sendRequest(targetOf(graphqlUrl, organization.token, query, variables))
  const listOf = async (lineCount: number): Promise<number> => {
    const [list] = await createLists(organization, { graphqlUrl, lineCount, listCount: 1 })
    return list?.listId ?? 0
  }
  const { read } = await prepareScene(devEnv)
  const long = await listOf(1000)
  const ordered = await listOf(60)
  const edited = await listOf(50)
  const lines = Array.from({ length: 50 }, () => ({}))
  const creation = {
    jobId: await organization.createJob(),
    templateIds: [await organization.createTemplate(lines)],
  }
  const readById = await operation('2-production-list-by-id')
  const orderDocument = await operation('4-order-document-create')
  let edits = 0
  const order = {
    orderDocumentAttributes: { inputHtml: 'supplier', productionListId: ordered },
    purchaseOrderNumber: 'PO-1001',
  }
  const rename = () => send(RENAME, { id: edited, name: `Bench ${(edits += 1)}` })
  return [
    { devEnv, name: 'list query', requests: 40, send: () => sendRequest(read) },
    { devEnv, name: 'read 1,000 items', requests: 6, send: () => send(readById, { id: long }) },
    { devEnv, name: 'create 50 items', requests: 20, send: () => send(CREATE, creation) },
    { devEnv, name: 'rename a list', requests: 30, send: rename },
    { devEnv, name: 'order 60 items', requests: 6, send: () => send(orderDocument, order) },
  ]
}

const CREATE = `mutation ($jobId: Int!, $templateIds: [Int!]!) {
  projectManagementProductionListCreate(jobId: $jobId, templateIds: $templateIds) {
    productionList { id totalPrice }
  }
}`

const RENAME = `mutation ($id: Int!, $name: String!) {
  projectManagementProductionListUpdate(id: $id, name: $name) { productionList { version } }
}`
