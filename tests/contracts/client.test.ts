import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, expectTypeOf, test } from 'vitest'
import type { ExportedJob, ExportedProductionList } from '../../services/client/src/exports.ts'
import { NEVER_REPEATED } from '../../services/client/src/repeatable-mutations.ts'
import { writeJobRecord } from '../../services/production-lists/src/domain/jobs/write-job-record.ts'
import type { ListRecord } from '../../services/production-lists/src/exports/list-record.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

test('the client does not repeat the mutations of docs/idempotency.md that do their work each time', () => {
  const [, rest = ''] = read('docs/idempotency.md').split('Three more send something again')
  const [sentence = ''] = rest.split('. ')
  expect([...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(NEVER_REPEATED)
})

test('the client knows every code of docs/errors.md', () => {
  const known = [...read('services/client/src/errors.ts').matchAll(/'([A-Z_]{4,})'/g)]
  const rows = read('docs/errors.md').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+)/gm)
  const documented = [...rows].flatMap(([, cell = '']) =>
    [...cell.matchAll(/[A-Z_]+/g)].map(([code]) => code),
  )
  expect(documented.length).toBeGreaterThan(25)
  expect(known.map(([, code]) => code)).toEqual(expect.arrayContaining(documented))
})

test('the client names every field of a list that exports have', () => {
  type Item<List extends { readonly listItems: readonly object[] }> = List['listItems'][number]
  type Product<List extends ListRecord | ExportedProductionList> = NonNullable<
    Item<List>['product']
  >
  expectTypeOf<keyof ExportedProductionList>().toEqualTypeOf<keyof ListRecord>()
  expectTypeOf<keyof Item<ExportedProductionList>>().toEqualTypeOf<keyof Item<ListRecord>>()
  expectTypeOf<keyof Product<ExportedProductionList>>().toEqualTypeOf<keyof Product<ListRecord>>()
})

test('the client types a job without an identifier, a name and measurements as an export has it', () => {
  const job = { externalIdentifier: null, name: null, measurements: undefined }
  const exported = { externalIdentifier: null } satisfies ExportedJob
  expect(JSON.parse(writeJobRecord(job, 'ndjson'))).toEqual(exported)
})
