import { expect, inject, test } from 'vitest'

const { testFiles } = inject('federation')

// Each imported file registers its tests in this one.
for (const file of testFiles) await import(file)

test.skipIf(testFiles.length === 0)('the suite is complete', () => {
  expect(testFiles).toHaveLength(12)
})
