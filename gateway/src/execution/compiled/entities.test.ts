import { describe, expect, it } from 'vitest'
import { entityRequest, gatherRepresentations, indexOfEach, keyObjects } from './entities.ts'
import type { EntityList, PlannedRequest } from './requests.ts'

/** Objects with themselves for a key; undefined is one without a key. */
const keyed = (...objects: readonly unknown[]) =>
  keyObjects(objects, (object) => (object === undefined ? undefined : JSON.stringify(object)))

/** Each object represented by its key. */
const gather = (...fetches: readonly ReturnType<typeof keyed>[]) =>
  gatherRepresentations(fetches, (_object, _fetch, key) => String(key))

const list = (alias: string, variables: readonly string[] = []): EntityList => ({
  fetches: [],
  variables,
  head: `{"query":"${alias}","variables":{`,
  alias,
})

function request(...lists: readonly EntityList[]): PlannedRequest {
  const variables = [...new Set(lists.flatMap((one) => one.variables))]
  const head = '{"query":"all","variables":{'
  return { number: 0, subgraph: 'shop', after: [], root: undefined, lists, head, variables }
}

const membersOf = (names: readonly string[]): string => names.map((name) => `"${name}":1`).join()

/** The request for lists of those objects. */
function requestOf(planned: PlannedRequest, ...objects: readonly (readonly unknown[])[]) {
  const gathered = objects.map((its) => gather(keyed(...its)))
  return entityRequest(planned, gathered, membersOf)
}

describe('representations', () => {
  it('are sent once each, and not for an object without a key', () => {
    expect(gather(keyed(1, undefined, 2, 1))).toEqual({
      count: 2,
      text: '[1,2]',
      fetches: [{ keys: [0, undefined, 1, 0], indexes: [0, 1] }],
    })
  })

  it('of fetches that share a list are sent once for all of them', () => {
    expect(gather(keyed(1, 2), keyed(3, 1), keyed())).toEqual({
      count: 3,
      text: '[1,2,3]',
      fetches: [
        { keys: [0, 1], indexes: [0, 1] },
        { keys: [0, 1], indexes: [2, 0] },
        { keys: [], indexes: [] },
      ],
    })
  })

  it('are written only for the first object of each key, over all fetches', () => {
    const written: unknown[] = []
    const fetches = [keyed('a', 'a', 'b'), keyed('b', 'c')]
    gatherRepresentations(fetches, (object) => String(written.push(object)))
    expect(written).toEqual(['a', 'b', 'c'])
  })

  it('of another shape are others, though their keys are equal', () => {
    const [one, other] = ['one', 'other'].map((shape) => keyObjects([1], String, shape))
    if (one === undefined || other === undefined) throw new Error('there are two')
    const shapes = ['one', 'other']
    const { text } = gatherRepresentations([one, other], (_, fetch) => shapes[fetch] ?? '')
    expect(text).toBe('[one,other]')
  })

  it('that are equal are one, though their keys differ', () => {
    const { count, text, fetches } = gatherRepresentations([keyed(1, 2, 1), keyed(3)], () => 'same')
    expect({ count, text }).toEqual({ count: 1, text: '[same]' })
    expect(fetches.map(indexOfEach)).toEqual([[0, 0, 0], [0]])
  })
})

describe('a request for entities', () => {
  it('with a single list uses the operation and the variables of the plan', () => {
    const one = requestOf(request(list('_0', ['v'])), [1, 2])
    expect(one?.body).toBe('{"query":"_0","variables":{"v":1,"representations":[1,2]}}')
    expect(one?.lists).toMatchObject([{ name: '_entities' }])
  })

  it('with several lists has each under its alias, and the variables of all', () => {
    const all = requestOf(request(list('_0', ['v']), list('_1', ['w'])), [1], [2, 3])
    expect(all?.body).toBe(
      '{"query":"all","variables":{"v":1,"w":1,"representations_0":[1],"representations_1":[2,3]}}',
    )
    expect(all?.lists).toMatchObject([{ name: '_0' }, { name: '_1' }])
  })

  it('keeps an empty list among several that are not', () => {
    const all = requestOf(request(list('_0'), list('_1'), list('_2')), [1], [], [2])
    expect(all?.body).toBe(
      '{"query":"all","variables":{"representations_0":[1],"representations_1":[],"representations_2":[2]}}',
    )
  })

  it('of which only one list has entities is a request for that list', () => {
    const one = requestOf(request(list('_0', ['v']), list('_1')), [], [1])
    expect(one?.body).toBe('{"query":"_1","variables":{"representations":[1]}}')
    expect(one?.lists).toMatchObject([{ name: '_entities', list: { alias: '_1' } }])
  })

  it.each([
    ['there are no objects', [], []],
    ['no object has a key', [undefined], [undefined]],
  ])('is not made where %s', (_, ...objects) => {
    expect(requestOf(request(list('_0'), list('_1')), ...objects)).toBeUndefined()
  })
})
