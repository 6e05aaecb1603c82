type Work = () => void

let waiting: Work[] = []

/**
 * Runs it when all has been read that this turn of the event loop has found. What comes up while it runs waits for the end
 * of the next turn. What waits is run together: an immediate for each would take longer.
 */
export function atEndOfTurn(work: Work): void {
  if (waiting.push(work) === 1) setImmediate(run)
}

function run(): void {
  const works = waiting
  waiting = []
  for (const work of works) work()
}
