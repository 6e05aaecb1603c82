/** An element of a report tree, be it written as XML or as JSON. */
export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Element[]
  readonly text: string
}

/** Far more than any report has: depth of elements, and how many there may be. */
export const DEPTH_MAX = 32
export const ELEMENTS_MAX = 200_000

/** The children of this name. */
export function childrenOf({ children }: Element, name: string): Element[] {
  return children.filter((child) => child.name === name)
}

/** The members of all groups of this name: `FACES/FACE`. */
export function membersOf(element: Element, group: string, name: string): Element[] {
  return childrenOf(element, group).flatMap((found) => childrenOf(found, name))
}

/** The trimmed value of an attribute; undefined when it is absent or empty. */
export function attributeOf({ attributes }: Element, name: string): string | undefined {
  const value = attributes.get(name)?.trim()
  return value === '' ? undefined : value
}

/** How many elements of this name a tree has, at any depth. */
export function countIn({ children }: Element, name: string): number {
  return children.reduce(
    (sum, child) => sum + Number(child.name === name) + countIn(child, name),
    0,
  )
}
