import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const SOURCES = 'services/{contracts,kit,order-documents,production-lists,webhooks}/src/**/*.ts'

/** Other wordings of the limit of an input: the one is `<argument> must have at most 5 lines` or `must be from 0 to 5`. */
const OTHER_WORDINGS: readonly RegExp[] = [
  /\} (is|are) allowed/,
  /[`'"} ](has|may have) at most \$\{/,
  /may (name|hold) \$\{/,
  /must be [\d.]+ to \$\{/,
  /(has|hold) \d+ to \$\{/,
  /is one of:/,
]

test('the limits of inputs are worded in one way', async () => {
  const found: string[] = []
  for await (const file of glob(SOURCES, { cwd: ROOT, exclude: ['**/*.test.ts'] })) {
    const text = await readFile(new URL(file, ROOT), 'utf8')
    for (const line of text.split('\n'))
      if (OTHER_WORDINGS.some((wording) => wording.test(line)))
        found.push(`${file}: ${line.trim()}`)
  }
  expect(found).toEqual([])
})
