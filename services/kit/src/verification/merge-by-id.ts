import { compareAggregateIds } from '@takeoff/contracts/aggregate-states'

interface HasId {
  readonly id: string
}

/**
 * Joins two streams that are sorted by id: each id once, with what either stream has of it. It holds one of each in memory.
 */
export async function* mergeById<A extends HasId, B extends HasId>(
  left: AsyncIterable<A>,
  right: AsyncIterable<B>,
): AsyncGenerator<readonly [A | undefined, B | undefined]> {
  const lefts = left[Symbol.asyncIterator]()
  const rights = right[Symbol.asyncIterator]()
  const nextOf = async <T>(all: AsyncIterator<T>): Promise<T | undefined> => {
    const { done, value } = await all.next()
    return done === true ? undefined : value
  }
  let [a, b] = [await nextOf(lefts), await nextOf(rights)]
  while (a !== undefined || b !== undefined) {
    const order = orderOf(a, b)
    yield [order <= 0 ? a : undefined, order >= 0 ? b : undefined]
    if (order <= 0) a = await nextOf(lefts)
    if (order >= 0) b = await nextOf(rights)
  }
}

/** The end of a stream comes after every id. */
function orderOf(a: HasId | undefined, b: HasId | undefined): number {
  if (a === undefined) return 1
  return b === undefined ? -1 : compareAggregateIds(a.id, b.id)
}
