import { CommandFailedError } from '@takeoff/kit/service/command-line'
import { printableLine } from '@takeoff/kit/values/printable'

/** The file itself is invalid: it must be changed before the import can continue. The message may have text of the file. */
export class UnreadableFileError extends CommandFailedError {
  constructor(message: string, options?: ErrorOptions) {
    super(printableLine(message), options)
  }
}
