import { describe, expect, test } from 'vitest'
import { createReferenceSender, conforming } from './reference-sender.ts'
import type { Behaviour } from './reference-sender.ts'
import type { RuleId } from './rules.ts'
import { runSuite } from './run-suite.ts'
import { violatingSenders } from './violations.ts'

/** Requests of the first scenario, and messages of the one about waits. */
const FIRST_RETRY = 2
const MESSAGES = 12

/** Blocks this process, as a busy machine does. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** Runs `act` at the nth call, counted from 1. */
function atTime(nth: number, act: () => void): () => void {
  let times = 0
  return () => {
    if (++times === nth) act()
  }
}

/** Runs `act` after this many turns of the event loop. */
function inTurns(turns: number, act: () => void): void {
  setImmediate(() => (turns > 1 ? inTurns(turns - 1, act) : act()))
}

const violatorOf = (rule: RuleId): Behaviour => ({
  ...conforming,
  ...violatingSenders.find((sender) => sender.rule === rule)?.behaviour,
})

async function outcomeOf(rule: RuleId, behaviour: Behaviour, scenario: string): Promise<unknown> {
  const results = await runSuite(createReferenceSender(behaviour), {
    timeScale: 10,
    patienceSeconds: 4,
    only: [scenario],
  })
  return results.find((result) => result.rule.id === rule)?.outcome
}

// The sender is in the same process, so a stall affects both, as on a busy machine.
describe('when the machine stalls', () => {
  test('a sender that retries in lockstep is detected, even if its messages arrive in two groups', async () => {
    const sender = violatorOf('retry-jitter')
    let sent = 0
    // Half of the messages fail for the third time while the failures of the others are not noticed yet.
    const send: Behaviour['send'] = (outgoing, body) => {
      sent += 1
      if (sent <= FIRST_RETRY + 2.5 * MESSAGES || sent > FIRST_RETRY + 3 * MESSAGES)
        return sender.send(outgoing, body)
      outgoing.flushHeaders()
      inTurns(4, () => {
        stall(50)
        sender.send(outgoing, body)
      })
    }
    expect(await outcomeOf('retry-jitter', { ...sender, send }, 'retry-schedule')).toBe('fail')
  })

  test('growing waits are recognised, even if the first ones were prolonged', async () => {
    const afterFirstFailures = atTime(13, () => stall(700))
    const delayMs: Behaviour['delayMs'] = (attempt, response) => {
      if (attempt === 1) afterFirstFailures()
      return conforming.delayMs(attempt, response)
    }
    const outcome = outcomeOf('retry-backoff', { ...conforming, delayMs }, 'retry-schedule')
    expect(await outcome).toBe('pass')
  })

  test('a timeout that is too short is detected, even if it is noticed late', async () => {
    const sender = violatorOf('timeout-length')
    const beforeItGivesUp = atTime(3, () => setTimeout(stall, sender.timeoutMs - 100, 500))
    const send: Behaviour['send'] = (outgoing, body) => {
      beforeItGivesUp()
      sender.send(outgoing, body)
    }
    expect(await outcomeOf('timeout-length', { ...sender, send }, 'timeout')).toBe('fail')
  })

  test('a retry after a success is detected, even after a long silence', async () => {
    const afterLastSuccess = atTime(1, () => stall(1_500))
    const isSuccess: Behaviour['isSuccess'] = (status) => {
      if (status === 299) afterLastSuccess()
      return false
    }
    expect(await outcomeOf('success-2xx', { ...conforming, isSuccess }, 'successes')).toBe('fail')
  })

  test('a retry within the same second may keep its timestamp, even if it arrives late', async () => {
    const retry = atTime(2, () => stall(1_900))
    let begunAt: number | undefined
    const sender: Behaviour = {
      ...conforming,
      timestampOf() {
        begunAt ??= Date.now()
        return String(1_800_000_000 + Math.floor((Date.now() - begunAt) / 1000))
      },
      send(outgoing, body) {
        retry()
        conforming.send(outgoing, body)
      },
    }
    expect(await outcomeOf('timestamp-fresh', sender, 'slow-failure')).toBe('pass')
  })
})
