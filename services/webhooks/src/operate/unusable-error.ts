/** Why a command cannot do what it was asked for, and what to do; ends the program with 2. */
export class UnusableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}
