/** Why a command cannot do what it was asked for, and what to do; ends the program with 2. */
export class UnusableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** Node joins several failed connections into an error without a message. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { readonly code?: string }
  return message === '' ? (code ?? 'no answer') : message
}
