/** The command line is invalid; the message says what to write instead. */
export class UsageError extends Error {}
