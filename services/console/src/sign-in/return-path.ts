import { BadUserInputError } from '@takeoff/kit/values/errors'

/** A longer one would not fit into the cookie of the attempt. */
export const RETURN_LENGTH_MAX = 1000
const BASE = 'http://local.invalid'
/** A decoded text that still changes after this many times was made to deceive. */
const DECODINGS_MAX = 3

/**
 * The page to return to after sign-in, normalised: a path of this origin.
 * @throws BadUserInputError for anything from which a browser, or a program that decodes it once more, could leave this
 * origin, and for the addresses of the session itself
 */
export function readReturnPath(value: unknown): string {
  if (value === undefined) return '/'
  if (typeof value !== 'string' || !isLocal(value))
    throw new BadUserInputError(
      'return must be a path of the console, such as /jobs/1: it begins with one slash.',
      'return',
    )
  const { pathname, search, hash } = new URL(value, BASE)
  const path = `${pathname}${search}${hash}`
  if (path.length > RETURN_LENGTH_MAX)
    throw new BadUserInputError(
      `return must have at most ${RETURN_LENGTH_MAX} characters.`,
      'return',
    )
  return path
}

function isLocal(value: string): boolean {
  if (!isPlainPath(value)) return false
  let [path = ''] = value.split(/[?#]/, 1)
  for (let decodings = 0; decodings <= DECODINGS_MAX; decodings += 1) {
    if (!isPlainPath(path)) return false
    const decoded = decodedOnce(path)
    if (decoded === undefined) return false
    if (decoded === path) return true
    path = decoded
  }
  return false
}

/** Browsers read a backslash as a slash, and drop tabs and line breaks. */
function isPlainPath(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what a browser drops
  if (!text.startsWith('/') || /[\\\u0000-\u001f\u007f]/.test(text)) return false
  if (!URL.canParse(text, BASE)) return false
  const { origin, pathname } = new URL(text, BASE)
  return origin === BASE && !pathname.startsWith('//') && !/^\/session(?:\/|$)/.test(pathname)
}

function decodedOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
