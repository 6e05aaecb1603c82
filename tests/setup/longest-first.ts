import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/**
 * They take the longest, and many of them are small. The longest is the first; pages in a browser, whose waits have a
 * limit, do not run beside it. Neither do the statements of operations, each of which is sent once. Files that mostly
 * wait for processes that they kill stand between those of the browser, so that both cores work.
 */
const LONGEST = [
  'tests/cluster/cluster.test.ts',
  'tests/e2e/move-organization.test.ts',
  'tests/e2e/errors.test.ts',
  'tests/e2e/import.test.ts',
  'tests/e2e/transports.test.ts',
  'tests/browser/accessibility.test.ts',
  'tests/chaos/webhooks.test.ts',
  'tests/browser/list.test.ts',
  'tests/browser/long-use.test.ts',
  'tests/e2e/telemetry.test.ts',
  'tests/e2e/statements.test.ts',
  'tests/chaos/orders.test.ts',
  'tests/browser/catalog.test.ts',
  'tests/chaos/broker.test.ts',
  'tests/browser/jobs.test.ts',
  'tests/e2e/mirror.test.ts',
  'tests/browser/orders.test.ts',
  'tests/contracts/images.test.ts',
  'tests/contracts/command-lines.test.ts',
  'tests/contracts/docs-site.test.ts',
  'gateway/tests/processes.int.test.ts',
  'services/production-lists/tests/copy-vendors.int.test.ts',
  'services/webhooks/tests/organization.int.test.ts',
]

/**
 * A worker is kept while the next file is of its project. Unit tests are the last of those that run together, because
 * their files are small, so that no core waits at the end; those of `e2e` follow as a group of their own.
 */
const PROJECTS = ['integration', 'contracts', 'conformance', 'federation', 'unit', 'e2e']

/**
 * Without the durations of an earlier run vitest begins with the largest files, so that a small one that takes long runs
 * alone at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = LONGEST.findIndex((file) => moduleId.endsWith(file))
      return place === -1 ? LONGEST.length : place
    }
    const projectOf = ({ project }: TestSpecification): number => PROJECTS.indexOf(project.name)
    return sorted.toSorted(
      (one, other) => projectOf(one) - projectOf(other) || placeOf(one) - placeOf(other),
    )
  }
}
