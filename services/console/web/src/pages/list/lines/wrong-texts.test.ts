import { expect, test } from 'vitest'
import { DISCOUNT_PLACE, firstWrong, isPlaceOf, placeOf, WrongTexts } from './wrong-texts.ts'

const lines = [9, 10, 1].map((id) => ({ id, isRemoved: false }))
const quantity = (id: number): string => placeOf(id, 'quantity')

test('a place is that of one line', () => {
  expect(isPlaceOf(quantity(1), 1)).toBe(true)
  expect(isPlaceOf(quantity(10), 1)).toBe(false)
})

test('a wrong text stays until its cell has a value, and each change is reported', () => {
  const texts = new WrongTexts()
  let changes = 0
  const unsubscribe = texts.subscribe(() => (changes += 1))
  texts.set(quantity(1), '12x')
  texts.set(quantity(1), '12x')
  expect([texts.all().get(quantity(1)), changes]).toEqual(['12x', 1])
  texts.set(quantity(1), undefined)
  texts.set(quantity(1), undefined)
  expect([texts.all().size, changes]).toEqual([0, 2])
  unsubscribe()
  texts.set(quantity(1), '12x')
  expect(changes).toBe(2)
})

test('the first wrong text is that of the first line, and the discount comes last', () => {
  const texts = new WrongTexts()
  expect(firstWrong(texts.all(), lines)).toBeUndefined()
  texts.set(DISCOUNT_PLACE, '5x')
  expect(firstWrong(texts.all(), lines)).toBe(DISCOUNT_PLACE)
  texts.set(quantity(1), '12x')
  texts.set(quantity(10), '13x')
  expect(firstWrong(texts.all(), lines)).toBe(quantity(10))
})

test('a text of a line that is removed or gone keeps nothing from being saved', () => {
  const texts = new WrongTexts()
  texts.set(quantity(1), '12x')
  expect(firstWrong(texts.all(), [{ id: 1, isRemoved: true }])).toBeUndefined()
  expect(firstWrong(texts.all(), [])).toBeUndefined()
})

test('a cell that is to be shown is scrolled to, and takes the focus once', () => {
  const texts = new WrongTexts()
  const done: string[] = []
  const control = { focus: () => done.push('focus') } as unknown as HTMLElement
  const end = texts.scrollBy((place) => done.push(place))
  texts.show(quantity(1))
  texts.focusWanted(quantity(10), control)
  texts.focusWanted(quantity(1), null)
  texts.focusWanted(quantity(1), control)
  texts.focusWanted(quantity(1), control)
  expect(done).toEqual([quantity(1), 'focus'])
  end()
  texts.show(quantity(10))
  expect(done).toHaveLength(2)
})
