/** Whether a text is an origin of HTTP in the only form in which browsers send it: without a path, in lower case. */
export function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}
