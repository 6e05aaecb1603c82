import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { compileCacheFolder } from '@takeoff/kit/build/compile-cache'
import { FailuresLast } from './setup/failures-last.ts'
import { LongestFirst } from './setup/longest-first.ts'
import { temporaryFolder } from './setup/temporary-folder.ts'

const root = path.resolve(import.meta.dirname, '..')

// Workers and the programs that they start inherit this variable. A short program spends most of its time on loading modules.
process.env.NODE_COMPILE_CACHE ??= compileCacheFolder

/**
 * Tests run as the processes do: Node loads the sources itself, and the client's from its sources, because it is built
 * only when it is published. No test replaces a module, so none has to be rewritten.
 */
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--conditions=takeoff-source'],
}

/** For tests with databases. The others link to packages, or replace folders beside them, which needs one disk. */
const withDatabases = { ...native, env: { TMPDIR: temporaryFolder } }

/** Ends a test or a wait that hangs; well above what they take while other programs use the machine. */
const limits = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }
/** The stacks of these tests start and stop whole processes. */
const stackLimits = { ...limits, testTimeout: 120_000, hookTimeout: 120_000 }

/**
 * Files of these projects run side by side, so that a long file of one does not leave a core unused. Some mostly wait, so
 * there are more workers than cores.
 */
const together = {
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  sequence: { groupOrder: 0 },
}

export default defineConfig({
  test: {
    root,
    environment: 'node',
    pool: 'forks',
    reporters: ['default', new FailuresLast()],
    slowTestThreshold: 2000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          ...native,
          include: ['services/**/*.test.ts', 'gateway/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.int.test.ts'],
          // Pure code runs in worker threads without isolation, so that imports are loaded once per worker.
          pool: 'threads',
          isolate: false,
          ...limits,
          ...together,
        },
      },
      {
        test: {
          name: 'contracts',
          ...native,
          include: ['tests/contracts/**/*.test.ts'],
          // Imports are loaded once per worker.
          isolate: false,
          ...limits,
          ...together,
        },
      },
      {
        test: {
          name: 'integration',
          ...withDatabases,
          include: ['services/**/*.int.test.ts', 'gateway/**/*.int.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: [path.join(root, 'tests/setup/integration.ts')],
          // Imports are loaded once per worker.
          isolate: false,
          ...limits,
          ...together,
        },
      },
      {
        test: {
          name: 'conformance',
          ...native,
          // Isolated, because attempts of the reference sender may outlive a file.
          include: ['tests/conformance/**/*.int.test.ts'],
          ...limits,
          ...together,
        },
      },
      {
        // Vite would load graphql twice, in both module formats, and graphql rejects objects of the other copy.
        resolve: {
          alias: [
            { find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql') },
          ],
        },
        test: {
          name: 'federation',
          include: ['tests/conformance/federation/*.test.ts'],
          globalSetup: [path.join(root, 'tests/setup/federation.ts')],
          // The suite's own files are written for jest.
          globals: true,
          server: { deps: { inline: [/federation-suite/] } },
          ...limits,
          ...together,
        },
      },
      {
        test: {
          name: 'e2e',
          ...withDatabases,
          include: ['tests/{e2e,browser,chaos,cluster}/**/*.test.ts'],
          globalSetup: [path.join(root, 'tests/setup/e2e.ts')],
          // The tests of a worker share one stack, and some kill parts of it, so files run in sequence. Two stacks use
          // two cores, and cannot share a broker.
          maxWorkers: process.env.AMQP_URL === undefined ? 2 : 1,
          isolate: false,
          ...stackLimits,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
