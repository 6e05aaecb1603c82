/** Why an import cannot go on, and what to do; ends the program with 2. */
export class UnusableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The file itself is invalid: to go on it must become another one. */
export class UnreadableFileError extends UnusableError {}
