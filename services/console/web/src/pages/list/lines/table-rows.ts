import { sumOf } from '../../../ui/numbers.ts'
import type { ShownLine } from './shown-lines.ts'

/** The heading of a group, with the sums of its lines. */
export interface GroupHead {
  readonly kind: 'group'
  readonly key: string
  readonly name: string
  readonly totalCost: number | null
  readonly totalPrice: number | null
}

export type TableRow = GroupHead | { readonly kind: 'line'; readonly line: ShownLine }

/** Groups in the order of their first lines, each followed by its lines. */
export function rowsOf(lines: readonly ShownLine[]): readonly TableRow[] {
  const groups = Map.groupBy(lines, ({ group }) => group)
  return [...groups].flatMap(([name, members]) => {
    const counted = members.filter(({ isRemoved }) => !isRemoved)
    const head: GroupHead = {
      kind: 'group',
      key: `group:${name}`,
      name,
      totalCost: sumOf(counted.map(({ figures }) => figures.totalCost)),
      totalPrice: sumOf(counted.map(({ figures }) => figures.totalPrice)),
    }
    return [head, ...members.map((line): TableRow => ({ kind: 'line', line }))]
  })
}
