import { openTemporaryFolder } from '@takeoff/kit/testing/temporary-folder'
import { bundlePrograms } from '@takeoff/bundles/bundle-programs'
import { startDevEnv } from '@takeoff/dev-env/dev-env'
import { disposeAtSignal } from '../support/dispose-at-signal.ts'
import { printTable } from '../support/table.ts'
import { findingsOf, lostOrders } from './drill-report.ts'
import { drillStack, runRestoreDrill } from './restore-drill.ts'

const ORDERS = 1_000

/** `npm run drill:restore`: prints what took how long and what was found; the exit code is 1 if that is not right. */
await bundlePrograms()
await using home = await disposeAtSignal(openTemporaryFolder('takeoff-restore'))
const stack = await drillStack(home.path)
await using devEnv = await disposeAtSignal(startDevEnv(stack))
const drill = await runRestoreDrill(devEnv, { stack, orders: ORDERS, serves: true })
const { placed, restoredDocuments, stages, durations } = drill
const seconds = (ms: number): string => (ms / 1_000).toFixed(1)
printTable(
  ['step', 'seconds'],
  [
    ...Object.entries(durations).map(([what, ms]) => [what, seconds(ms)]),
    ...stages.flatMap(({ what, verified }) =>
      verified.map(({ service, ms }) => [`verify ${service}, ${what}`, seconds(ms)]),
    ),
  ],
)
const kept = placed.filter(({ documentId }) => restoredDocuments.has(documentId)).length
const before = placed.filter(({ isBeforeMoment }) => isBeforeMoment).length
process.stdout.write(
  `\n${placed.length} orders acknowledged, ${before} of them before the moment, ${kept} restored; lost of those before the moment: ${lostOrders(drill).length}\n\n`,
)
printTable(
  ['verification', 'expected findings', 'found', 'not found', 'false'],
  stages.map((stage) => {
    const { found, notFound, unexpected } = findingsOf(stage)
    const counts = [stage.expected.length, found.length, notFound.length, unexpected.length]
    return [stage.what, ...counts.map(String)]
  }),
)
const isRight =
  lostOrders(drill).length === 0 &&
  stages
    .map(findingsOf)
    .every(({ notFound, unexpected }) => notFound.length + unexpected.length === 0)
if (!isRight) process.exitCode = 1
