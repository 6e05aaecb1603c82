import { TakeoffError } from '@takeoff/client'

/** A file that the person has chosen cannot be read: it is locked, is not on this computer, or has changed since. */
export const unreadableFile = (cause: unknown): TakeoffError =>
  new TakeoffError({
    code: 'FILE_UNREADABLE',
    message: 'The browser cannot read the file.',
    cause,
  })

/**
 * @param reading the contents of a chosen file
 * @returns the contents
 * @throws TakeoffError with words for the person, when the browser cannot read them
 */
export const readFile = <Contents>(reading: Promise<Contents>): Promise<Contents> =>
  reading.catch((cause: unknown) => {
    throw unreadableFile(cause)
  })
