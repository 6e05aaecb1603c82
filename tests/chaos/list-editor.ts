import { graphql } from '../e2e/support/client.ts'
import type { GraphqlResponse } from '../e2e/support/client.ts'
import { patiently } from './patiently.ts'
import type { Unavailability } from './patiently.ts'

const UPDATE = `mutation (
  $id: Int!, $version: Int, $name: String, $listItems: [ListItemUpdate!], $addListItems: [ListItemAdd!],
  $removeListItemIds: [Int!], $listItemOrder: [Int!]
) {
  projectManagementProductionListUpdate(
    id: $id, version: $version, name: $name, listItems: $listItems, addListItems: $addListItems,
    removeListItemIds: $removeListItemIds, listItemOrder: $listItemOrder
  ) { productionList { version listItems { id name } } }
}`
const READ = `query ($id: Int!) {
  projectManagementProductionListById(id: $id) { version listItems { id quantity } }
}`
const PATIENCE_MS = 60_000

/** The list that writers edit: all of them count edits in the shared item. */
export interface EditedList {
  readonly id: number
  readonly sharedItemId: number
}

export interface Writer extends Unavailability {
  readonly name: string
  readonly token: string
  /** Two items that only this writer changes. */
  readonly itemIds: readonly [number, number]
  /** The newest item that it has added. */
  addedItemId?: number | undefined
  conflicts: number
}

type Change = Readonly<Record<string, unknown>>

interface Updated {
  readonly projectManagementProductionListUpdate: {
    readonly productionList: {
      readonly version: number
      readonly listItems: readonly { readonly id: number; readonly name: string }[]
    }
  } | null
}

interface Read {
  readonly projectManagementProductionListById: {
    readonly version: number
    readonly listItems: readonly { readonly id: number; readonly quantity: number }[]
  }
}

/** One edit, the nth of its writer; each edit changes the list. */
export async function edit(list: EditedList, writer: Writer, n: number): Promise<void> {
  const [first, second] = writer.itemIds
  const label = `${writer.name} ${n}`
  switch (n % 8) {
    case 1:
      await update(list, writer, { label, change: { name: label } })
      return
    case 3:
      await update(list, writer, { label, change: { listItems: [{ id: first, notes: label }] } })
      return
    case 5: {
      const { addedItemId } = writer
      const item = { name: label, quantity: 1, quantityUnits: 'EACH', unitCost: 0.1 }
      const change = {
        addListItems: [item],
        ...(addedItemId !== undefined && { removeListItemIds: [addedItemId] }),
      }
      const data = await update(list, writer, { label, change })
      const items = data?.productionList.listItems ?? []
      writer.addedItemId = items.find(({ name }) => name === label)?.id
      return
    }
    case 7: {
      const order = n % 16 < 8 ? [second, first] : [first, second]
      await update(list, writer, { label, change: { listItemOrder: order } })
      return
    }
    default:
      await countOne(list, writer, label)
  }
}

/** Adds 1 to the quantity that it has read and sends the version that it read, so that a lost update shows in the sum. */
async function countOne(list: EditedList, writer: Writer, label: string): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const read = await patiently(
      () => graphql<Read>(READ, { id: list.id }, { token: writer.token }),
      { tally: writer, patienceMs: PATIENCE_MS },
    )
    const { version, listItems } = read.data?.projectManagementProductionListById ?? {}
    const item = listItems?.find(({ id }) => id === list.sharedItemId)
    const quantity = (item?.quantity ?? 0) + 1
    const change = { version, listItems: [{ id: list.sharedItemId, quantity }] }
    const response = await send(list, writer, { label: `${label} at ${version}`, change })
    if (response.errors === undefined) return
    if (response.errors[0]?.extensions.code !== 'CONFLICT') throw refused(response)
    writer.conflicts += 1
  }
  throw new Error(`${label} met a conflict for ${PATIENCE_MS} ms`)
}

interface Edit {
  readonly label: string
  readonly change: Change
}

async function update(list: EditedList, writer: Writer, edit: Edit) {
  const response = await send(list, writer, edit)
  if (response.errors !== undefined) throw refused(response)
  return response.data?.projectManagementProductionListUpdate
}

/** The same key for every attempt of an edit: one that was committed without a response is not repeated. */
function send(
  { id }: EditedList,
  writer: Writer,
  { label, change }: Edit,
): Promise<GraphqlResponse<Updated>> {
  const headers = { 'idempotency-key': `${id} ${label}` }
  return patiently(
    () => graphql<Updated>(UPDATE, { id, ...change }, { token: writer.token, headers }),
    { tally: writer, patienceMs: PATIENCE_MS },
  )
}

function refused({ errors }: GraphqlResponse<unknown>): Error {
  return new Error(`an edit was refused: ${JSON.stringify(errors)}`)
}
