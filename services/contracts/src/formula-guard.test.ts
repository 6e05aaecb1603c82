import { describe, expect, test } from 'vitest'
import { guardFormula, removeFormulaGuard } from './formula-guard.ts'

describe('the formula guard', () => {
  test.each([
    '=HYPERLINK("http://evil.example","Click")',
    '+1+cmd|’ /C calc’!A0',
    '-2+3+cmd',
    '@SUM(1+1)',
    '\t=1+1',
    '\r=1+1',
    '\n=1+1',
    '  =1+1',
    '＝1+1',
    "'=1+1",
    "''\t",
  ])('is an apostrophe before %j', (formula) => {
    expect(guardFormula(formula)).toBe(`'${formula}`)
  })

  test.each(['', 'Nails', "'hello'", '3-tab', 'a=b', ' spaced ', '1+1', "6' gutter"])(
    'leaves %j unchanged, also when it is removed',
    (text) => {
      expect(guardFormula(text)).toBe(text)
      expect(removeFormulaGuard(text)).toBe(text)
    },
  )

  test('is removed without loss from every text of up to five awkward characters', () => {
    const characters = ["'", '=', '-', ' ', '\t', 'a']
    let texts = ['']
    for (let length = 1; length <= 5; length += 1) {
      texts = texts.flatMap((text) => characters.map((character) => text + character))
      expect(texts.map(guardFormula).map(removeFormulaGuard)).toEqual(texts)
    }
  })
})
