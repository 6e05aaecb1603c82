import { CommandFailedError } from '@takeoff/kit/service/command-line'

/** The file itself is invalid: it must be changed before the import can continue. */
export class UnreadableFileError extends CommandFailedError {}
