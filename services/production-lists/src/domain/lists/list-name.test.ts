import { expect, test } from 'vitest'
import { listNameOf } from './list-name.ts'

test.for([
  [['Asphalt Shingle Roof'], 'Asphalt Shingle Roof'],
  [['Asphalt Shingle Roof', 'Vinyl Siding'], 'Asphalt Shingle Roof + Vinyl Siding'],
  [['Asphalt Shingle Roof', 'Vinyl Siding', 'Gutters'], 'Asphalt Shingle Roof + 2 more'],
  [['😀'.repeat(40)], '😀'.repeat(40)],
] as const)('%j give the name %s', ([templates, name]) => {
  expect(listNameOf(templates, 40)).toBe(name)
})
