import { readFile } from 'node:fs/promises'
import { describeVariables } from '@takeoff/kit/testing/describe-variables'
import { expect, test } from 'vitest'
import { jobColumns } from '@takeoff/contracts/jobs/job-record-cells'
import { readConfig, variables } from './config.ts'

const page = await readFile(new URL('../../../docs/import.md', import.meta.url), 'utf8')

test('docs/import.md contains the table of the variables', () => {
  expect(page).toContain(describeVariables(variables))
})

test('docs/import.md names every column, in the order of an export', () => {
  const table = page.slice(page.indexOf('| Column '))
  const named = [...table.matchAll(/^\| (`.+?) +\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, column]) => column),
  )
  expect(named).toEqual(jobColumns)
})

test('names of files are relative to the folder in which npm was called', () => {
  expect(readConfig({ INIT_CWD: '/somewhere' }).startedIn).toBe('/somewhere')
  expect(readConfig({}).startedIn).toBe(process.cwd())
})
