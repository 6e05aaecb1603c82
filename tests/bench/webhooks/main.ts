import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { machineLine } from '../machine.ts'
import type { Durations } from '../durations.ts'
import { benchClaim } from './claim.ts'
import { benchFairness } from './fairness.ts'
import { benchLatency } from './latency.ts'
import { benchSoak } from './soak.ts'
import { openStage } from './stage.ts'
import type { Stage } from './stage.ts'
import { benchThroughput } from './throughput.ts'

const parts: Readonly<Record<string, (stage: Stage, durations: Durations) => Promise<void>>> = {
  throughput: benchThroughput,
  latency: benchLatency,
  claim: benchClaim,
  fairness: benchFairness,
  soak: benchSoak,
}
const DURATIONS: Durations = { warmUpSeconds: 10, seconds: 30 }
/** To try a change; not for figures that are told to others. */
const SHORT_DURATIONS: Durations = { warmUpSeconds: 3, seconds: 6 }

/**
 * `npm run bench:webhooks`, or parts of it: `npm run bench:webhooks -- throughput latency`. `--short` measures
 * for a moment only, `--profile=<folder>` leaves CPU profiles of the Node processes there.
 */
const { values: options, positionals: wanted } = parseArgs({
  options: { short: { type: 'boolean', default: false }, profile: { type: 'string' } },
  allowPositionals: true,
})
const unknown = wanted.filter((name) => parts[name] === undefined)
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const durations = options.short ? SHORT_DURATIONS : DURATIONS
const home = await mkdtemp(path.join(tmpdir(), 'takeoff-bench-'))
try {
  await using stage = await openStage({ home, profiles: options.profile })
  console.log(`${machineLine()}\n`)
  for (const [name, bench] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) await bench(stage, durations)
  }
} finally {
  await rm(home, { recursive: true, force: true })
}
