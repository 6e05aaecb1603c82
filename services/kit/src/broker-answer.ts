import { within } from './within.ts'

/** A queue without a leader answers nothing. */
const ANSWER_TIMEOUT_MS = 5_000

/**
 * Waits for an answer of the broker, no longer than 5 s.
 * @throws Error when there is none by then
 */
export function brokerAnswer<T>(work: Promise<T>): Promise<T> {
  return within(ANSWER_TIMEOUT_MS, work, `the broker did not answer within ${ANSWER_TIMEOUT_MS} ms`)
}
