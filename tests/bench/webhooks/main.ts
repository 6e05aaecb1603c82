import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { disposeAtSignal } from '../../support/dispose-at-signal.ts'
import { machineLine } from '../../support/machine.ts'
import type { Durations } from '../durations.ts'
import { readArguments } from '../read-arguments.ts'
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
/** For a quick check of a change, not for published figures. */
const SHORT_DURATIONS: Durations = { warmUpSeconds: 3, seconds: 6 }

const { parts: wanted, short, profile } = readArguments('bench:webhooks', Object.keys(parts))
const durations = short ? SHORT_DURATIONS : DURATIONS
await using home = await disposeAtSignal(openTemporaryFolder('takeoff-bench'))
await using stage = await disposeAtSignal(openStage({ home: home.path, profiles: profile }))
console.log(`${machineLine()}\n`)
for (const [name, bench] of Object.entries(parts)) {
  if (wanted.length === 0 || wanted.includes(name)) await bench(stage, durations)
}
