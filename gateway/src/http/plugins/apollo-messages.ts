/** Messages of Apollo Server that say what is wrong, but not what to do. */
const OWN_MESSAGES: readonly (readonly [RegExp, string])[] = [
  [
    /^GET requests only support query operations/,
    'GET is for queries only. Send a mutation with POST.',
  ],
  [
    /^An 'accept' header was provided for this request which does not accept/,
    'The header accept excludes JSON. Accept application/json or application/graphql-response+json.',
  ],
]

/** The message as a client of ours receives it. */
export function ownMessage(message: string): string {
  return OWN_MESSAGES.find(([theirs]) => theirs.test(message))?.[1] ?? message
}
