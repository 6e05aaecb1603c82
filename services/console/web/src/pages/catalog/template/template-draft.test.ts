import { expect, test } from 'vitest'
import {
  draftOf,
  emptyLine,
  inputOf,
  isSameDraft,
  isTemplateDraft,
  measurementUnitsOf,
} from './template-draft.ts'
import { lineOf, measures, template, templateOf } from './testing.ts'

test('a template that is typed as it was saved is sent as it was saved', () => {
  const { id: _, orgId: _org, version: _version, updatedAt, archivedAt, lines, ...head } = template
  const [line] = lines

  expect([updatedAt, archivedAt]).toHaveLength(2)
  expect(inputOf(draftOf(template), measures)).toEqual({
    ...head,
    lines: [{ ...line, product: undefined }].map(({ product: _product, ...rest }) => rest),
  })
})

test('fractions are typed as per cent', () => {
  const [line] = draftOf(template).lines

  expect(line).toMatchObject({ wasteFactor: '7.5', markup: '35', taxPercent: '7.25' })
})

test('empty texts are null, and numbers are read as people type them', () => {
  const line = lineOf('a', { wasteFactor: ' ', unitCost: '1,234.5', markup: '12,5', color: '  ' })

  expect(inputOf(templateOf(line), measures).lines[0]).toMatchObject({
    wasteFactor: null,
    unitCost: 1234.5,
    markup: 0.125,
    color: null,
  })
})

test('costs that the person does not see are sent as they were read: as null', () => {
  const lines = template.lines.map((line) => ({ ...line, unitCost: null, markup: null }))

  expect(inputOf(draftOf({ ...template, lines }), measures).lines).toMatchObject([
    { id: 71, unitCost: null, markup: null },
  ])
})

test('a step is sent only where lines are rounded to it', () => {
  const line = lineOf('a', { rounding: 'whole', roundingStep: '0.5' })

  expect(inputOf(templateOf(line), measures).lines[0]?.roundingStep).toBeNull()
})

test.each([
  [[{ measure: 'roof_area', width: '' }], 'squares'],
  [[{ measure: 'eaves', width: '' }], 'linear_feet'],
  [[{ measure: 'eaves', width: '3' }], 'squares'],
  [[{ measure: 'vents', width: '' }], null],
  [[{ measure: 'of a later version', width: '' }], null],
  [[], null],
])('the units of %j are %j', (terms, units) => {
  const all = terms.map((term) => ({ times: '', pitchAbove: '', ...term }))

  expect(measurementUnitsOf(all, measures)).toBe(units)
})

test('a new line takes group, kind, vendor, markup and tax of the line before it', () => {
  const before = lineOf('a', { type: 'LABOR', vendorId: '2', markup: '20', taxPercent: '7' })

  expect(emptyLine('b', before)).toMatchObject({
    key: 'b',
    id: null,
    name: '',
    listItemGroupName: 'Group',
    type: 'LABOR',
    vendorId: '2',
    markup: '20',
    taxPercent: '7',
  })
})

test('a stored draft is one, and other values are none', () => {
  const draft = draftOf(template)

  expect(isTemplateDraft(JSON.parse(JSON.stringify(draft)))).toBe(true)
  expect(isTemplateDraft(null)).toBe(false)
  expect(isTemplateDraft({ ...draft, lines: [{ key: 'a' }] })).toBe(false)
  expect(isTemplateDraft({ ...draft, wasteFactor: 0.1 })).toBe(false)
})

test('drafts are the same by what they say', () => {
  expect(isSameDraft(draftOf(template), draftOf(template))).toBe(true)
  expect(isSameDraft(templateOf(lineOf('a')), templateOf(lineOf('a', { name: 'b' })))).toBe(false)
})
