/**
 * Where the session reads a file: at this origin, whatever the public address of the API is.
 * @param redirectUrl the file's stable address
 */
export const fileAddress = (redirectUrl: string): string =>
  `/session${new URL(redirectUrl, 'http://console.invalid').pathname}`
