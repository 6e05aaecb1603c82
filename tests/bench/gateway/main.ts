import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { disposeAtSignal } from '../../support/dispose-at-signal.ts'
import { machineLine } from '../../support/machine.ts'
import { readArguments } from '../read-arguments.ts'
import { benchEndToEnd } from './end-to-end.ts'
import { benchGrowth } from './growth.ts'
import { benchLeaving } from './leaving.ts'
import { benchPlannerStress } from './planner-stress.ts'
import { benchDeep, benchMemoised } from './compare.ts'
import type { Settings } from './settings.ts'
import { openStage } from './stage.ts'
import type { Stage } from './stage.ts'

const parts: Readonly<Record<string, (stage: Stage, settings: Settings) => Promise<void>>> = {
  memoised: benchMemoised,
  deep: benchDeep,
  leaving: benchLeaving,
  'planner-stress': benchPlannerStress,
  'end-to-end': benchEndToEnd,
  growth: benchGrowth,
}
const DURATIONS = { warmUpSeconds: 5, seconds: 15 }
/** For a quick check of a change, not for published figures. */
const SHORT_DURATIONS = { warmUpSeconds: 2, seconds: 3 }

const {
  parts: named,
  short,
  profile,
  peers,
} = readArguments('bench:gateway', Object.keys(parts), {
  hasPeers: true,
})
// Profiles are taken of operations over memoised subgraphs only.
const all = profile === undefined ? Object.keys(parts) : ['memoised', 'deep']
const wanted = named.length === 0 ? all : named
const settings: Settings = {
  durations: short ? SHORT_DURATIONS : DURATIONS,
  profiles: profile,
  peers,
}
await using home = await disposeAtSignal(openTemporaryFolder('takeoff-bench'))
await using stage = await disposeAtSignal(openStage(home.path))
console.log(`${machineLine()}\n${pinningLine(stage)}\n`)
for (const [name, bench] of Object.entries(parts)) {
  if (wanted.includes(name)) await bench(stage, settings)
}

function pinningLine({ cores }: Stage): string {
  if (cores === undefined)
    return 'Processes are not pinned, because taskset or a second core is missing: they affect each other.'
  return `Each gateway on core ${cores.gateway}, load generator and subgraphs on ${cores.others}.`
}
