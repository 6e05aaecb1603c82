import { expect, test } from 'vitest'
import { licenseInventory } from '../licenses/license-inventory.ts'

test.each<[string, { name?: string; license?: string; dev?: boolean }]>([
  ['a free license', { license: 'MIT' }],
  ['a license that is stated in a file only', { name: 'png-js' }],
  ['the Elastic License of Apollo’s gateway', { name: '@apollo/gateway', license: 'Elastic-2.0' }],
  ['the Mozilla Public License of a development tool', { license: 'MPL-2.0', dev: true }],
])('%s is accepted', (_, { name = 'some', ...locked }) => {
  expect(violationsOf(name, locked)).toEqual([])
})

test.each<[string, { license?: string }]>([
  ['a copyleft license', { license: 'AGPL-3.0-only' }],
  ['no license', {}],
  ['the Elastic License of another package', { license: 'Elastic-2.0' }],
  ['the Mozilla Public License at run time', { license: 'MPL-2.0' }],
  ['an expression that is not on the list', { license: '(MIT OR GPL-3.0)' }],
])('%s is refused', (_, locked) => {
  const { license = 'none' } = locked
  expect(violationsOf('some', locked)).toEqual([`some 1.0.0 has the license ${license}`])
})

test('a package that is installed at run time and as a tool counts as one at run time', () => {
  const { violations } = licenseInventory({
    'node_modules/some': { version: '1.0.0', license: 'MPL-2.0' },
    'node_modules/tool/node_modules/some': { version: '1.0.0', license: 'MPL-2.0', dev: true },
  })
  expect(violations).toHaveLength(1)
})

function violationsOf(name: string, locked: object): readonly string[] {
  return licenseInventory({ [`node_modules/${name}`]: { version: '1.0.0', ...locked } }).violations
}
