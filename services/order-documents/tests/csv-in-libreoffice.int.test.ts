import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import type { TestContext } from 'vitest'
import { renderCsv } from '../src/rendering/csv/render-csv.ts'
import { sampleLine, sampleModel } from '../src/rendering/testing/sample-model.ts'

const run = promisify(execFile)
const office = await findLibreOffice()

/** Separators comma, semicolon and tab, as its dialog proposes them; text in quotes; UTF-8. */
const OPENED = '44/59/9,34,76,1,,0,false,false'
/** Text in quotes; numbers, and the results of formulas, without. UTF-8. */
const SAVED = '44,34,76,1,,0,true,false'
const FILTER = 'Text - txt - csv (StarCalc)'

const formulas = [
  '=1+1',
  '=HYPERLINK("http://evil.example","Click")',
  '+1+1',
  '-2+3',
  '@SUM(1+1)',
  '\t=1+1',
  '\r\n=1+1',
  '＝1+1',
  "'=1+1",
  'Nails;=1+1',
  'Nails\t=1+1',
]

const lines = [
  ...formulas.map((formula, index) =>
    sampleLine(index, {
      name: formula,
      listItemGroupName: formula,
      color: formula,
      notes: formula,
    }),
  ),
  ...Array.from({ length: 30 }, (_, index) => sampleLine(index)),
  sampleLine(0, {
    name: 'Nails, 1 1/4", “Łódź” 屋根 🏠',
    notes: 'first line\nsecond line',
    sku: null,
    quantity: '-3.50000',
    unitCost: '0.03250',
    pretaxCost: '-1234567.89',
    totalCost: '-1324074.06',
  }),
]

const presets = ['default', 'accounting', 'abc-supply', 'srs', 'qxo'] as const

const files = presets.map((csvPreset) =>
  Buffer.from(renderCsv(sampleModel(0, 'office', { csvPreset, lines }))),
)
const unescaped = Buffer.from('"=1+1",2\r\n')
/** The files as LibreOffice writes them after it has opened them. */
let saved: readonly Buffer[] = []

beforeAll(async () => {
  if (office !== undefined) saved = await openAndSave(office, [...files, unescaped])
}, 120_000)

const skipWithoutOffice = (context: TestContext): void =>
  context.skip(office === undefined, 'LibreOffice (soffice) is not installed')

test('LibreOffice shows every cell of every preset as it is in the file', (context) => {
  skipWithoutOffice(context)
  for (const [index, file] of files.entries()) {
    const shown = cellsOf(saved[index]).map((row) => row.map(({ value }) => value))
    expect(shown).toEqual(cellsOf(file).map((row) => row.map(({ value }) => value)))
    expect(shown.length).toBe(lines.length + 1)
  }
})

test('in LibreOffice no text becomes a formula or a number, and no number a text', (context) => {
  skipWithoutOffice(context)
  const [titles = [], ...rows] = cellsOf(saved[presets.indexOf('default')])
  const numeric = new Set([
    'Line',
    'Quantity',
    'Unit cost',
    'Pretax cost',
    'Tax percent',
    'Total cost',
  ])
  for (const row of rows) {
    for (const [column, { value, isText }] of row.entries()) {
      if (value === '') continue
      expect({ value, isText }).toEqual({ value, isText: !numeric.has(`${titles[column]?.value}`) })
    }
  }
})

test('an unescaped formula is evaluated', (context) => {
  skipWithoutOffice(context)
  expect(saved.at(-1)?.toString('utf8')).toBe('2,2\n')
})

async function findLibreOffice(): Promise<string | undefined> {
  for (const command of ['soffice', 'libreoffice']) {
    const works = await run(command, ['--version']).catch(() => undefined)
    if (works !== undefined) return command
  }
  return undefined
}

/** Each file as LibreOffice writes it after it has opened it. */
async function openAndSave(command: string, files: readonly Uint8Array[]): Promise<Buffer[]> {
  await using home = await openTemporaryFolder('csv-in-libreoffice')
  const folder = home.path
  const names = files.map((_, index) => `${index}.csv`)
  await Promise.all(names.map((name, index) => writeFile(join(folder, name), files[index] ?? '')))
  await run(
    command,
    [
      '--headless',
      '--norestore',
      // A separate profile, because LibreOffice does nothing while its profile is open elsewhere.
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      `--infilter=${FILTER}:${OPENED}`,
      '--convert-to',
      `csv:${FILTER}:${SAVED}`,
      '--outdir',
      join(folder, 'saved'),
      ...names.map((name) => join(folder, name)),
    ],
    { timeout: 60_000 },
  )
  return await Promise.all(names.map((name) => readFile(join(folder, 'saved', name))))
}

interface Cell {
  /** Numbers without trailing zeros. */
  readonly value: string
  readonly isText: boolean
}

function cellsOf(csv: Buffer = Buffer.of()): Cell[][] {
  const cells: unknown = parse(csv, {
    bom: true,
    cast: (text, { quoting }) => ({ value: normal(text), isText: quoting }),
  })
  return cells as Cell[][]
}

function normal(text: string): string {
  return /^-?\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text.replaceAll('\r\n', '\n')
}
