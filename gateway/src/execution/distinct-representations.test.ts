import { describe, expect, test } from 'vitest'
import { distinctRepresentations } from './distinct-representations.ts'

const vendor = (id: number) => ({ __typename: 'Vendor', id })
const named = (name: string) => ({ __typename: 'Vendor', name })

describe('representations', () => {
  test('equal ones are sent once, in the order of their first place', () => {
    const { variables } = distinctRepresentations({
      first: 5,
      representations: [vendor(2), vendor(1), vendor(2), vendor(2), vendor(1)],
    })
    expect(variables).toEqual({ first: 5, representations: [vendor(2), vendor(1)] })
  })

  test('every place gets its entity back, nulls too', () => {
    const { expand } = distinctRepresentations({
      representations: [vendor(2), vendor(1), vendor(2)],
    })
    expect(expand({ data: { _entities: [named('two'), null] } })).toEqual({
      data: { _entities: [named('two'), null, named('two')] },
    })
  })

  test('an error of an entity is reported at every place that shows it', () => {
    const { expand } = distinctRepresentations({
      representations: [vendor(2), vendor(1), vendor(2)],
    })
    const response = expand({
      data: { _entities: [null, named('one')] },
      errors: [{ message: 'no', path: ['_entities', 0, 'name'] }, { message: 'whole' }],
    })
    expect(response.errors).toEqual([
      { message: 'no', path: ['_entities', 0, 'name'] },
      { message: 'no', path: ['_entities', 2, 'name'] },
      { message: 'whole' },
    ])
  })

  test('the same id of another type, or with other requirements, is another entity', () => {
    const representations = [vendor(1), { __typename: 'Job', id: 1 }, { ...vendor(1), orgId: 1 }]
    expect(distinctRepresentations({ representations }).variables).toEqual({ representations })
  })

  test('a request without duplicates, or without representations, is unchanged', () => {
    const variables = { representations: [vendor(1), vendor(2)] }
    expect(distinctRepresentations(variables).variables).toBe(variables)
    const plain = { id: 1 }
    expect(distinctRepresentations(plain).variables).toBe(plain)
  })
})
