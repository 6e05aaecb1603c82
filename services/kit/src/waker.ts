/** Lets a loop sleep until its time is over or something calls it. */
export interface Waker {
  wake(): void
  /** Resolves after `ms`, or at once when `wake` was called since the last wait. */
  wait(ms: number): Promise<void>
}

export function createWaker(): Waker {
  let called = false
  let resume: (() => void) | undefined
  return {
    wake() {
      called = true
      resume?.()
    },
    async wait(ms) {
      if (!called) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          resume = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      resume = undefined
      called = false
    },
  }
}
