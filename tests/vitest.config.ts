import path from 'node:path'
import { defineConfig } from 'vitest/config'

const root = path.resolve(import.meta.dirname, '..')

export default defineConfig({
  test: {
    root,
    environment: 'node',
    pool: 'forks',
    reporters: ['default'],
    slowTestThreshold: 2000,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['services/**/*.test.ts', 'gateway/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts'],
          // Pure code in worker threads without isolation: a file costs its imports once per worker.
          pool: 'threads',
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'contracts',
          include: ['tests/contracts/**/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['services/**/*.int.test.ts', 'gateway/**/*.int.test.ts'],
          globalSetup: ['tests/setup/integration.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
