import { checkSecrets } from './checks/secrets.ts'
import { checkSeries } from './checks/series.ts'
import { checkRequests } from './checks/requests.ts'
import { createFindings } from './findings.ts'
import type { Exceptions, Result } from './findings.ts'
import { UnclearError } from './judgement.ts'
import { createLab } from './lab.ts'
import type { Lab } from './lab.ts'
import { startReceiver } from './receiver.ts'
import type { ReceiverOptions } from './receiver.ts'
import { failures } from './scenarios/failures.ts'
import { firstRetry, NothingCameError } from './scenarios/first-retry.ts'
import { gone } from './scenarios/gone.ts'
import { retryAfter } from './scenarios/retry-after.ts'
import { retrySchedule } from './scenarios/retry-schedule.ts'
import type { Scenario } from './scenarios/scenario.ts'
import { subscriptions } from './scenarios/subscriptions.ts'
import { slowFailure } from './scenarios/slow-failure.ts'
import { successes } from './scenarios/successes.ts'
import { throttling } from './scenarios/throttling.ts'
import { timeouts } from './scenarios/timeouts.ts'
import type { SenderUnderTest } from './sender-under-test.ts'

const PATIENCE_SECONDS = 600
/** Scenarios at once, where they do not disturb each other; more would disturb the sender. */
const SIDE_BY_SIDE = 8
/** How often a scenario is played whose outcome is unclear. */
const PLAYS_MAX = 4

/** After the first one; the longest come first. */
export const scenarios: readonly Scenario[] = [
  retrySchedule,
  ...throttling,
  ...retryAfter,
  ...timeouts,
  slowFailure,
  gone,
  successes,
  ...failures,
  ...subscriptions,
]

export interface SuiteOptions extends ReceiverOptions {
  /** The longest wait for any one request; 600 unless said otherwise. */
  readonly patienceSeconds?: number
  /** By how much the sender's time-out is shortened for the run: 10 where 2 s stand for 20. */
  readonly timeScale?: number
  /** The key of the payload that has the event type, where it is not `type`. */
  readonly typeKey?: string
  /** Rules that the sender is known not to keep, with the reason. */
  readonly exceptions?: Exceptions
  /** Scenarios to play; all unless said otherwise. */
  readonly only?: readonly string[]
  readonly onScenario?: (name: string) => void
}

/**
 * Plays the scenarios against a sender and judges it by each rule.
 * @throws NothingCameError when the sender sends nothing at all
 */
export async function runSuite(
  sender: SenderUnderTest,
  options: SuiteOptions = {},
): Promise<Result[]> {
  await using receiver = await startReceiver(options)
  const findings = createFindings()
  const lab = createLab({
    sender,
    receiver,
    findings,
    patienceMs: (options.patienceSeconds ?? PATIENCE_SECONDS) * 1000,
    timeScale: options.timeScale ?? 1,
    typeKey: options.typeKey ?? 'type',
  })
  const wanted = scenarios.filter(({ name }) => options.only?.includes(name) ?? true)
  const play = async (scenario: Scenario): Promise<void> => {
    options.onScenario?.(scenario.name)
    await playOrSkip(lab, scenario)
  }
  await play(firstRetry)
  const queue = wanted.values()
  const playOneByOne = async (): Promise<void> => {
    for (const scenario of queue) await play(scenario)
  }
  const sideBySide = sender.isolated === true ? SIDE_BY_SIDE : 1
  await Promise.all(Array.from({ length: sideBySide }, playOneByOne))

  checkRequests(lab)
  checkSeries(lab)
  checkSecrets(lab)
  return findings.results(options.exceptions ?? {})
}

async function playOrSkip(lab: Lab, scenario: Scenario, plays = 1): Promise<void> {
  try {
    await scenario.play(lab)
  } catch (error) {
    if (error instanceof NothingCameError) throw error
    if (error instanceof UnclearError && plays < PLAYS_MAX)
      return playOrSkip(lab, scenario, plays + 1)
    for (const rule of scenario.rules) lab.findings.skip(rule, (error as Error).message)
  }
}
