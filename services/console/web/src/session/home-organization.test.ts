import { expect, test } from 'vitest'
import { homeOrganization } from './home-organization.ts'

const two = [
  { id: 7, scopes: [] },
  { id: 12, scopes: [] },
]

test('the organization that was open last is opened again, if it is one of the person', () => {
  expect(homeOrganization(two, '12')).toBe(12)
  expect(homeOrganization(two, '99')).toBe(7)
  expect(homeOrganization(two, 'NaN')).toBe(7)
  expect(homeOrganization(two, undefined)).toBe(7)
  expect(homeOrganization([], '12')).toBeUndefined()
})
