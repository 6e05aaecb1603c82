interface SampleItem {
  readonly name: string
  readonly listItemGroupName: string
  readonly quantity: number
  readonly quantityUnits: string
}

interface ComparedItem<Item> {
  readonly item: Item
  readonly key: string
  /** What it was, where that differs; null for an item that was not there; undefined where nothing changed. */
  readonly earlier: Item | null | undefined
}

/** Compares a result with an earlier one, item by item; of items with one name in one group, in their order. */
export function compareSamples<Item extends SampleItem>(
  items: readonly Item[],
  earlier: readonly Item[] | undefined,
): readonly ComparedItem<Item>[] {
  const before = new Map(withKeys(earlier ?? []).map(({ item, key }) => [key, item]))
  return withKeys(items).map(({ item, key }) => {
    const known = before.get(key)
    if (earlier === undefined || isSame(item, known)) return { item, key, earlier: undefined }
    return { item, key, earlier: known ?? null }
  })
}

const isSame = (item: SampleItem, other: SampleItem | undefined): boolean =>
  item.quantity === other?.quantity && item.quantityUnits === other.quantityUnits

function withKeys<Item extends SampleItem>(items: readonly Item[]) {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const name = `${item.listItemGroupName}\n${item.name}`
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return { item, key: `${name}\n${count}` }
  })
}
