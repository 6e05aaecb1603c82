import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { machineLine } from '../machine.ts'
import { benchEndToEnd } from './end-to-end.ts'
import { benchGrowth } from './growth.ts'
import { benchMemoised } from './memoised.ts'
import type { Settings } from './settings.ts'
import { openStage } from './stage.ts'
import type { Stage } from './stage.ts'

const parts: Readonly<Record<string, (stage: Stage, settings: Settings) => Promise<void>>> = {
  memoised: benchMemoised,
  'end-to-end': benchEndToEnd,
  growth: benchGrowth,
}
const DURATIONS = { warmUpSeconds: 5, seconds: 15 }
/** To try a change; not for figures that are told to others. */
const SHORT_DURATIONS = { warmUpSeconds: 2, seconds: 3 }

/**
 * `npm run bench:gateway`, or parts of it: `npm run bench:gateway -- memoised`. `--short` measures for a moment
 * only, `--profile=<folder>` leaves CPU profiles of our gateway there, one for each memoised operation.
 */
const { values: options, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, profile: { type: 'string' } },
  allowPositionals: true,
})
const all = options.profile === undefined ? Object.keys(parts) : ['memoised']
const wanted = positionals.length === 0 ? all : positionals
const unknown = wanted.filter((name) => parts[name] === undefined)
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const settings: Settings = {
  durations: options.short ? SHORT_DURATIONS : DURATIONS,
  profiles: options.profile,
}
const home = await mkdtemp(path.join(tmpdir(), 'takeoff-bench-'))
try {
  await using stage = await openStage(home)
  console.log(`${machineLine()}\n${pinningLine(stage)}\n`)
  for (const [name, bench] of Object.entries(parts)) {
    if (wanted.includes(name)) await bench(stage, settings)
  }
} finally {
  await rm(home, { recursive: true, force: true })
}

function pinningLine({ cores }: Stage): string {
  if (cores === undefined)
    return 'Nothing is pinned, for want of taskset or of a second core: the figures disturb each other.'
  return `Each gateway on core ${cores.gateway}, load generator and subgraphs on ${cores.others}.`
}
