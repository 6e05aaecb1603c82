import { describe, expect, it } from 'vitest'
import { book, BothExecutions, data, entities } from './testing/both-executions.ts'
import type { Responses } from './testing/both-executions.ts'

const executions = new BothExecutions()

describe('a mutation', () => {
  const RENAME =
    'mutation { rename(title: "x") { price } restock { title } again: rename(title: "y") { price } }'
  const renamed = data({ rename: book('1') })

  it('requests an entity again that may have changed', async () => {
    const result = await executions.both(RENAME, {
      catalog: [renamed, entities({ title: 'x' }), data({ again: book('1') })],
      shop: [entities({ price: 1 }), data({ restock: book('1') }), entities({ price: 2 })],
    })
    expect(result.requested).toEqual(['catalog', 'shop', 'shop', 'catalog', 'catalog', 'shop'])
    const restock = { title: 'x' }
    expect(result).toMatchObject({
      isSpliced: true,
      response: { data: { rename: { price: 1 }, restock, again: { price: 2 } } },
    })
  })

  it.each<[string, Responses]>([
    ['its response has errors', { catalog: [{ ...renamed, errors: [{ message: 'no' }] }] }],
    ['its response is unreadable', { catalog: [Buffer.from('{"data":{"rename":')] }],
    ['it has no response', {}],
    [
      'the response of an entity has errors',
      { catalog: [renamed], shop: [entities(null), data({ restock: book('1') })] },
    ],
    [
      'the last response is unexpected',
      {
        catalog: [renamed, entities({ title: 'x' }), data({ again: book('1') })],
        shop: [entities({ price: 1 }), data({ restock: book('1') }), entities(null)],
      },
    ],
  ])('is requested once when %s', async (_, responses) => {
    const { isSpliced, bodies } = await executions.both(RENAME, responses)
    expect(isSpliced).toBe(false)
    const changes = bodies.filter((body) => body.includes('mutation'))
    expect(changes).toHaveLength(3)
    expect(new Set(changes).size).toBe(3)
  })
})
