import { expect, it } from 'vitest'
import { knownProviders } from './known-providers.ts'

it('knows each provider under one identifier', () => {
  expect(knownProviders.map(({ identifier, name }) => [identifier, name])).toEqual([
    ['abc-supply', 'ABC Supply'],
    ['srs', 'SRS Distribution'],
    ['qxo', 'QXO'],
  ])
})

it('knows that QXO takes no cancellations', () => {
  const cancelling = knownProviders.filter(({ canCancel }) => canCancel)

  expect(cancelling.map(({ identifier }) => identifier)).toEqual(['abc-supply', 'srs'])
})
