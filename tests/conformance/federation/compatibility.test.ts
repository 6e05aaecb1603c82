import { expect, inject, test } from 'vitest'

const { testFiles } = inject('federation')

// Each file adds its tests to this one.
for (const file of testFiles) await import(file)

test.skipIf(testFiles.length === 0)('the suite is there as a whole', () => {
  expect(testFiles).toHaveLength(12)
})
