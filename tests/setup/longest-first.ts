import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** They are small and take minutes. */
const LONGEST = ['tests/cluster/cluster.test.ts']

/**
 * Without the durations of an earlier run vitest begins with the largest files, so that a small one that takes long runs
 * alone at the end.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLongest = ({ moduleId }: TestSpecification): boolean =>
      LONGEST.some((file) => moduleId.endsWith(file))
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))]
  }
}
