import { randomInt } from 'node:crypto'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '@takeoff/kit/testing/seeded-random'
import { findPrograms, startCluster } from './cluster.ts'
import { faultNamed } from './plan.ts'
import { run } from './run.ts'

/** Ends a run that hangs. A run on a slow machine, beside other tests, takes half of this. */
const LIMIT_MS = 600_000
/** The same seed chooses the same processes; `npm run chaos:cluster` has all kinds of faults. */
const SEED = Number(process.env['CHAOS_SEED'] ?? randomInt(1_000_000))
/** Fewer acknowledged writes prove nothing. */
const WRITES_MIN = 50
const FAULTS = [
  'one gateway is killed',
  'one production-lists is killed',
  'the primary is killed',
  'one broker node is killed',
]

const say = (line: string): boolean => process.stderr.write(`${line}\n`)
const programs = await findPrograms(say)

test.skipIf(programs === undefined)(
  `a cluster loses nothing that it acknowledged when a part is killed (CHAOS_SEED=${SEED})`,
  async () => {
    if (programs === undefined) return
    await using cluster = await startCluster(programs, { isSynchronous: true, say })
    const { observations, differences, acknowledged } = await run(cluster, {
      faults: FAULTS.map(faultNamed),
      writesPerSecond: 4,
      readsPerSecond: 6,
      random: seededRandom(SEED),
      warmUpMs: 0,
      onObservation: () => undefined,
    })

    // How long each was interrupted is for the long form: other tests use the machine.
    expect(acknowledged.versions + acknowledged.orders).toBeGreaterThan(WRITES_MIN)
    expect(differences).toEqual([])
    expect(observations).toHaveLength(FAULTS.length)
    expect(observations.flatMap(({ problems }) => problems)).toEqual([])

    await cluster[Symbol.asyncDispose]()
    await expect.poll(() => processesOf(cluster.home)).toEqual([])
  },
  LIMIT_MS,
)

/** The names of processes with this folder in their environment or command, or as their directory. */
async function processesOf(folder: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const names = await Promise.all(
    ids.map(async (id) => {
      const traces = [
        readFile(`/proc/${id}/environ`, 'utf8'),
        readFile(`/proc/${id}/cmdline`, 'utf8'),
        readlink(`/proc/${id}/cwd`),
      ].map((read) => read.catch(() => ''))
      const isOf = (await Promise.all(traces)).some((text) => text.includes(folder))
      return isOf ? await readFile(`/proc/${id}/comm`, 'utf8').catch(() => id) : undefined
    }),
  )
  return names.filter((name) => name !== undefined)
}
