import { expect, test } from 'vitest'
import { pollMsOfPages } from './use-document.ts'

test('pages are read again as rarely as there are more of them, because each poll reads all', () => {
  const pollMs = (pages: readonly string[]): number => (pages.includes('pending') ? 5 : 15)
  const pages = [[], ['pending'], ['pending', 'done'], ['done', 'done', 'done']]
  expect(pages.map((each) => pollMsOfPages(each, pollMs))).toEqual([15, 5, 10, 45])
})
