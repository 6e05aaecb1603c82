let waiting: (() => void)[] = []

/**
 * Runs it when all has been read that comes until the end of this turn of the event loop. This turn may be reading already;
 * the next one reads on before immediates are run. What waits is run together: two immediates for each would take longer.
 */
export function inNextTurn(run: () => void): void {
  if (waiting.push(run) === 1) setImmediate(waitOneMore)
}

function waitOneMore(): void {
  const runs = waiting
  waiting = []
  setImmediate(() => {
    for (const run of runs) run()
  })
}
