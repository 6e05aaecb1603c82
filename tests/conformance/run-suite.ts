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
/** Concurrent scenarios, if they do not affect each other; more would slow the sender. */
const SIDE_BY_SIDE = 8
/** Maximum plays of a scenario with an unclear outcome. */
const PLAYS_MAX = 4

/** The scenarios after the first one; the longest come first. */
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
  /** Maximum wait for any one request; 600 by default. */
  readonly patienceSeconds?: number
  /** The factor by which the sender's timeout is shortened for the run: 10 if 2 s represent 20 s. */
  readonly timeScale?: number
  /** The key of the payload that has the event type; `type` by default. */
  readonly typeKey?: string
  /** Rules that the sender is known to violate, with the reason. */
  readonly exceptions?: Exceptions
  /** Scenarios to play; all by default. */
  readonly only?: readonly string[]
  readonly onScenario?: (name: string) => void
}

/**
 * Plays the scenarios against a sender and judges it by each rule.
 * @throws NothingCameError when the sender sends no request at all
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
