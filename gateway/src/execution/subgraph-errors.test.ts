import { describe, expect, it } from 'vitest'
import { subgraphErrors } from './subgraph-errors.ts'

describe('subgraphErrors', () => {
  it('keeps message, path, code and what is meant for the caller', () => {
    const error = {
      message: 'Several vendors.',
      path: ['create'],
      extensions: { code: 'VENDOR_AMBIGUOUS', vendors: [{ id: 1 }] },
    }
    expect(subgraphErrors([error], [])).toEqual([error])
  })

  it('strips what servers tell their developers', () => {
    const extensions = {
      code: 'CONFLICT',
      currentVersion: 4,
      stacktrace: ['at db.ts:1'],
      exception: {},
      serviceName: 'catalog',
      http: { status: 200 },
      requestId: 'theirs',
    }
    const [cleaned] = subgraphErrors([{ message: 'Changed.', path: ['x'], extensions }], [])
    expect(cleaned?.extensions).toEqual({ code: 'CONFLICT', currentVersion: 4 })
  })

  it('counts a refusal of what the gateway itself wrote as a fault of ours', () => {
    const error = {
      message: 'Cannot query field "x".',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    }
    expect(subgraphErrors([error], [['book']])).toEqual([
      { message: error.message, path: ['book'], extensions: { code: 'INTERNAL_SERVER_ERROR' } },
    ])
  })

  it.each([[null], ['text'], [{}], [{ message: 7, path: 'x', extensions: [] }], [{ path: [{}] }]])(
    'makes an error even of %j',
    (error) => {
      expect(subgraphErrors([error], [])).toEqual([
        { message: 'The subgraph gave no message.', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
      ])
    },
  )
})
