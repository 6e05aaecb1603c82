/** The reason why an import cannot continue, and its remedy; ends the program with exit code 1. */
export class UnusableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = new.target.name
  }
}

/** The file itself is invalid: it must be changed before the import can continue. */
export class UnreadableFileError extends UnusableError {}
