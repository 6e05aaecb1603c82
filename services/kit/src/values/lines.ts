/** Keeps a text without lines from being read into memory as a whole. */
interface LineLimit {
  readonly lengthMax: number
  /** The error for a line that is longer; lines count from 1. */
  readonly errorOf: (line: number) => Error
}

/**
 * The lines of a text that comes in pieces, without their `\n`. Unlike `readline` of Node it splits at no other character,
 * because values in JSON and in the text format of COPY may have U+2028 and U+2029.
 */
export async function* linesOf(
  text: AsyncIterable<string>,
  limit?: LineLimit,
): AsyncGenerator<string, void, undefined> {
  let rest = ''
  let count = 0
  for await (const piece of text) {
    const [first = '', ...others] = piece.split('\n')
    const last = others.pop()
    if (last === undefined) rest += first
    else {
      yield rest + first
      yield* others
      rest = last
      count += 1 + others.length
    }
    if (limit !== undefined && rest.length > limit.lengthMax) throw limit.errorOf(count + 1)
  }
  if (rest !== '') yield rest
}
