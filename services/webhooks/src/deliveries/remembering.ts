/**
 * The same function, which computes nothing twice: it remembers the answers for the `max` keys that came
 * last. Only for answers that are always the same for a key.
 */
export function remembering<T>(max: number, compute: (key: string) => T): (key: string) => T {
  const answers = new Map<string, T>()
  return (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = compute(key)
    answers.set(key, answer)
    if (answers.size > max) {
      const [oldest] = answers.keys()
      if (oldest !== undefined) answers.delete(oldest)
    }
    return answer
  }
}
