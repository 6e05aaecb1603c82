import { describe, expect, it } from 'vitest'
import { subgraphErrors } from './subgraph-errors.ts'

const ROOT = { isOfEntities: false, missingData: [] }

describe('subgraphErrors', () => {
  it('keeps message, path, code and extensions for the caller', () => {
    const error = {
      message: 'Several vendors.',
      path: ['create'],
      extensions: { code: 'VENDOR_AMBIGUOUS', vendors: [{ id: 1 }] },
    }
    expect(subgraphErrors([error], ROOT)).toEqual([error])
  })

  it('strips extensions for developers of the server', () => {
    const extensions = {
      code: 'CONFLICT',
      currentVersion: 4,
      stacktrace: ['at db.ts:1'],
      exception: {},
      serviceName: 'catalog',
      http: { status: 200 },
      requestId: 'theirs',
    }
    const [cleaned] = subgraphErrors([{ message: 'Changed.', path: ['x'], extensions }], ROOT)
    expect(cleaned?.extensions).toEqual({ code: 'CONFLICT', currentVersion: 4 })
  })

  it('treats the refusal of a request that the gateway wrote as an internal error', () => {
    const error = {
      message: 'Cannot query field "x".',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    }
    expect(subgraphErrors([error], { ...ROOT, missingData: [['book']] })).toEqual([
      { message: error.message, path: ['book'], extensions: { code: 'INTERNAL_SERVER_ERROR' } },
    ])
  })

  it.each([[null], ['text'], [{}], [{ message: 7, path: 'x', extensions: [] }], [{ path: [{}] }]])(
    'makes an error even of %j',
    (error) => {
      expect(subgraphErrors([error], ROOT)).toEqual([
        { message: 'The subgraph gave no message.', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
      ])
    },
  )

  describe('of entities', () => {
    const missingData = [
      ['_entities', 0, 'name'],
      ['_entities', 1, 'name'],
    ]
    const error = (path?: readonly (string | number)[]) => ({
      message: 'Not yours.',
      extensions: { code: 'FORBIDDEN' },
      ...(path && { path }),
    })

    it.each([[['_entities']], [['_entities', 'name']], [undefined]])(
      'report one with the path %j at every place that misses data',
      (path) => {
        expect(subgraphErrors([error(path)], { isOfEntities: true, missingData })).toEqual(
          missingData.map((place) => error(place)),
        )
      },
    )

    it('report one of all of them without a path when there is data, as clients could not read the path', () => {
      expect(
        subgraphErrors([error(['_entities'])], { isOfEntities: true, missingData: [] }),
      ).toEqual([error()])
    })

    it('leave one of a certain entity where it is', () => {
      const certain = error(['_entities', 1])
      expect(subgraphErrors([certain], { isOfEntities: true, missingData })).toEqual([certain])
    })
  })

  it('leaves an error of a field that a client calls _entities where it is', () => {
    const error = { message: 'No.', path: ['_entities'], extensions: { code: 'NOT_FOUND' } }
    expect(subgraphErrors([error], { ...ROOT, missingData: [['_entities'], ['b']] })).toEqual([
      error,
    ])
  })
})
