import { X509Certificate } from 'node:crypto'
import { InvalidValueError, optional, readText, variable } from './config.ts'
import { splitList } from '../values/split-list.ts'
import type { Options, Variable } from './config.ts'

const KEY_BYTES = 32
/** Shorter secrets could be guessed. 32 hexadecimal digits hold 128 bits. */
export const SECRET_LENGTH_MIN = 32

/**
 * Texts that prove who sends a request, or that sign: several while they are rotated. The first one is used, all are
 * accepted.
 */
export function secrets(
  name: string,
  options: Omit<Options<readonly string[]>, 'secret'>,
): Variable<readonly string[]> {
  const about = `${options.about} At least ${SECRET_LENGTH_MIN} characters.`
  return variable(name, { ...options, about, secret: true }, (value) => {
    const list = splitList(value)
    if (list.every(({ length }) => length >= SECRET_LENGTH_MIN)) return list
    throw new InvalidValueError(`must have at least ${SECRET_LENGTH_MIN} characters`)
  })
}

/** Secrets that may be unset; undefined then. */
export function optionalSecrets(
  name: string,
  options: Omit<Options<never>, 'secret'>,
): Variable<readonly string[] | undefined> {
  return optional(secrets(name, options))
}

/** Keys of a secret box, each 32 bytes in base64: the first one encrypts, all decrypt. */
export function secretKeys(name: string, { about }: Options<never>): Variable<readonly Buffer[]> {
  const options = {
    secret: true,
    about: `${about}: ${KEY_BYTES} random bytes in base64 (openssl rand -base64 ${KEY_BYTES}).`,
  }
  return variable<readonly Buffer[]>(name, options, (value) => {
    const keys = splitList(value).map((one) => Buffer.from(one, 'base64'))
    if (keys.every(({ length }) => length === KEY_BYTES)) return keys
    throw new InvalidValueError(`must be ${KEY_BYTES} bytes in base64`)
  })
}

/** The text of a file of certificates in PEM; undefined when the variable is unset. */
export function certificatesFile(
  name: string,
  options: Options<never>,
): Variable<string | undefined> {
  return optional(
    variable<string>(name, options, (file) => {
      const text = readText(file)
      if (isCertificate(text)) return text
      throw new InvalidValueError('must name a file of certificates (PEM)')
    }),
  )
}

function isCertificate(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined
  } catch {
    return false
  }
}
