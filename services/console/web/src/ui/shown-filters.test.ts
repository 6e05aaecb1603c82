import { expect, test } from 'vitest'
import { changed, following } from './shown-filters.ts'
import type { ShownFilters } from './shown-filters.ts'

type State = ShownFilters<'search' | 'archived'>

const of = (search: string, archived = '') => ({ search, archived })
const start = (search = ''): State => ({ shown: of(search), address: of(search), sent: [] })
const type = (state: State, ...texts: readonly string[]): State =>
  texts.reduce((before, search) => changed(before, { search }), state)

test('what was typed stays while the address arrives at earlier texts', () => {
  let state = type(start(), 'H', 'Ha')
  state = following(state, of('H'))
  expect(state.shown).toEqual(of('Ha'))
  state = following(type(state, 'Haw'), of('Ha'))
  // Rendered again with an address that has not moved.
  state = following(state, of('Ha'))
  expect(state.shown).toEqual(of('Haw'))
  expect(following(state, of('Haw'))).toEqual({ ...start('Haw'), sent: [] })
})

test('the address may leave out texts that were typed in between', () => {
  const state = following(type(start(), 'H', 'Ha', 'Haw'), of('Haw'))
  expect(state).toEqual(start('Haw'))
})

test('a text that was typed twice is not taken for the later one', () => {
  const state = following(type(start(), 'H', 'Ha', 'H', 'Hi'), of('H'))
  expect(following(state, of('Ha')).shown).toEqual(of('Hi'))
})

test('an address that changed otherwise is shown, also while changes are under way', () => {
  expect(following(start('Haw'), of('')).shown).toEqual(of(''))
  expect(following(type(start('Haw'), 'Hawt'), of('', 'true'))).toEqual({
    shown: of('', 'true'),
    address: of('', 'true'),
    sent: [],
  })
})

test('two filters that are changed at once are both shown', () => {
  const state = changed(type(start(), 'H'), { archived: 'true' })
  expect(following(state, of('H')).shown).toEqual(of('H', 'true'))
})
