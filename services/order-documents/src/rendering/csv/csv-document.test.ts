import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { csvColumnsOf } from './csv-presets.ts'
import { renderCsv } from './render-csv.ts'
import { sampleModel } from '../testing/sample-model.ts'

const text = await readFile(new URL('../../../../../docs/csv.md', import.meta.url), 'utf8')

test('docs/csv.md shows files as they are', () => {
  const examples = Array.from(text.matchAll(/```csv\n(.*?)```/gs), ([, example]) => example)
  const files = (['default', 'accounting', 'abc-supply'] as const).map((csvPreset) =>
    Buffer.from(renderCsv(sampleModel(2, 'office', { csvPreset })))
      .toString('utf8')
      .slice(1)
      .replaceAll('\r\n', '\n'),
  )

  expect(examples).toEqual(files)
})

test.each([
  ['`default`', 'default', 'supplier'],
  ['`default`, for a crew', 'default', 'crew'],
  ['`default`, for the office', 'default', 'office'],
  ['`accounting`', 'accounting', 'office'],
  ['`abc-supply`', 'abc-supply', 'supplier'],
  ['`srs`', 'srs', 'supplier'],
  ['`qxo`', 'qxo', 'supplier'],
] as const)('docs/csv.md names the columns of %s', (name, csvPreset, mode) => {
  const row = text.split('\n').find((line) => line.startsWith(`| ${name} `))
  const titles = csvColumnsOf(sampleModel(0, mode, { csvPreset })).map(({ title }) => title)

  expect(row?.split('|')[2]?.trim()).toBe(titles.join(', '))
})
