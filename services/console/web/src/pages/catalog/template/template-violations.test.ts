import { expect, test } from 'vitest'
import {
  checkDraft,
  countViolations,
  joinViolations,
  NO_VIOLATIONS,
  placeViolations,
  withoutFixed,
} from './template-violations.ts'
import { lineOf, templateOf } from './testing.ts'

const words = {
  required: 'required',
  notANumber: 'no number',
  aboveZero: 'above 0',
  oneLine: 'one line',
  oneMeasure: 'one measure',
  atMost: (limit: number) => `at most ${limit}`,
}

test('what the server names stands at the line that was sent, wherever it is moved to', () => {
  const sent = [lineOf('a'), lineOf('b')]
  const violations = [
    { argument: 'template.name', message: 'template.name: must not be blank.' },
    { argument: 'template.lines[1].coverage', message: 'Line 2 "b", coverage: must be above 0.' },
    { argument: 'template.lines[1].coverage', message: 'A second one of the same cell.' },
    { argument: 'template.lines[1].productId', message: 'Line 2 "b", productId: is unknown.' },
    { argument: 'template.lines[0].measure[2].times', message: 'Line 1 "a", times: is wrong.' },
    { argument: 'template.lines[9].name', message: 'Line 10 "", name: is wrong.' },
  ]

  expect(placeViolations(violations, sent, (message) => message)).toEqual({
    head: { name: 'Must not be blank.', 'lines[9].name': 'Is wrong.' },
    lines: {
      a: { 'measure[2].times': 'Is wrong.' },
      b: { coverage: 'Must be above 0.', product: 'Is unknown.' },
    },
  })
})

test('while a line is typed only what is no number is wrong', () => {
  const line = lineOf('a', { name: '', unitCost: 'x', coverage: '0' })

  expect(checkDraft(templateOf(line), words, { isComplete: false, seesCosts: true }).lines).toEqual(
    {
      a: { unitCost: 'no number', coverage: 'above 0' },
    },
  )
  expect(
    checkDraft(templateOf(line), words, { isComplete: true, seesCosts: true }).lines['a'],
  ).toMatchObject({ name: 'required' })
})

test('per cent have the limits of the server, which are fractions there', () => {
  const line = lineOf('a', { wasteFactor: '101', markup: '1001', taxPercent: '100.5' })

  expect(
    checkDraft(templateOf(line), words, { isComplete: false, seesCosts: true }).lines['a'],
  ).toEqual({
    wasteFactor: 'at most 100',
    markup: 'at most 1000',
    taxPercent: 'at most 100',
  })
})

test('terms and conditions are checked at their places', () => {
  const line = lineOf('a', {
    measure: [
      { measure: 'eaves', width: '', times: '', pitchAbove: '' },
      { measure: 'eaves', width: '0', times: 'x', pitchAbove: '8' },
    ],
    conditions: [{ measure: 'valleys', above: '', pitchAbove: 'x' }],
  })

  expect(
    checkDraft(templateOf(line), words, { isComplete: true, seesCosts: true }).lines['a'],
  ).toEqual({
    'measure[1].width': 'above 0',
    'measure[1].times': 'no number',
    'conditions[0].above': 'required',
    'conditions[0].pitchAbove': 'no number',
  })
})

test('a template without lines, and a line without measures, are incomplete', () => {
  expect(checkDraft(templateOf(), words, { isComplete: true, seesCosts: true }).head).toEqual({
    lines: 'one line',
  })
  expect(
    checkDraft(templateOf(lineOf('a', { measure: [] })), words, {
      isComplete: true,
      seesCosts: true,
    }).lines['a'],
  ).toEqual({
    measure: 'one measure',
  })
})

test('a complete template has no violations', () => {
  const violations = checkDraft(templateOf(lineOf('a')), words, {
    isComplete: true,
    seesCosts: true,
  })

  expect(violations).toEqual(NO_VIOLATIONS)
  expect(countViolations(violations)).toBe(0)
})

test('a change of a value takes back what was said about it, and only that', () => {
  const violations = {
    head: { name: 'taken' },
    lines: { a: { 'measure[0].times': 'wrong', measure: 'wrong', coverage: 'wrong' } },
  }

  expect(withoutFixed(violations, { key: 'a', fields: ['measure'] })).toEqual({
    head: { name: 'taken' },
    lines: { a: { coverage: 'wrong' } },
  })
  expect(withoutFixed(violations, { fields: ['name'] }).head).toEqual({})
  expect(withoutFixed(violations, { key: 'gone', fields: ['name'] })).toBe(violations)
})

test('of two violations at one place the first counts', () => {
  const both = joinViolations(
    { head: { name: 'first' }, lines: { a: { name: 'first' } } },
    { head: { name: 'second', trade: 'second' }, lines: { b: { name: 'second' } } },
  )

  expect(both).toEqual({
    head: { name: 'first', trade: 'second' },
    lines: { a: { name: 'first' }, b: { name: 'second' } },
  })
  expect(countViolations(both)).toBe(4)
})
