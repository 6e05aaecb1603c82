import { z } from 'zod'

const KEY_BYTES = 32

export type Environment = Readonly<Record<string, string | undefined>>

/** One environment variable: its name, what it is for, and how its text becomes a value. */
export interface Variable<T> {
  readonly name: string
  readonly about: string
  readonly secret: boolean
  readonly required: boolean
  /** The default as the README shows it. */
  readonly fallback: string
  /** Returns the value, or throws an Error that says what the text must be. */
  readonly read: (text: string | undefined) => T
}

export type Variables = Readonly<Record<string, Variable<unknown>>>
export type ConfigOf<V extends Variables> = {
  readonly [K in keyof V]: V[K] extends Variable<infer T> ? T : never
}

interface Options<T> {
  readonly about: string
  readonly default?: T
  readonly secret?: boolean
}

/** Every fault of a configuration at once, one a line. */
export class ConfigError extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map((f) => `  - ${f}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.faults = faults
  }
}

/**
 * Reads all variables from an environment. A variable set to nothing counts as unset.
 * @throws ConfigError with every fault
 */
export function readVariables<V extends Variables>(variables: V, env: Environment): ConfigOf<V> {
  const faults: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, variable] of Object.entries(variables)) {
    try {
      values[key] = variable.read(env[variable.name] === '' ? undefined : env[variable.name])
    } catch (error) {
      faults.push(`${variable.name} ${(error as Error).message} (${variable.about})`)
    }
  }
  if (faults.length > 0) throw new ConfigError(faults)
  return values as ConfigOf<V>
}

/** The Markdown table of variables that stands in the README of each service. */
export function describeVariables(variables: Variables): string {
  const rows = Object.values(variables).map(
    ({ name, required, fallback, secret, about }) =>
      `| \`${name}\` | ${required ? '**required**' : fallback === '' ? '–' : `\`${fallback}\``} | ${about}${secret ? ' Secret.' : ''} |`,
  )
  return ['| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
}

export function text(name: string, options: Options<string>): Variable<string> {
  return variable(name, options, (value) => value)
}

export function optionalText(name: string, options: Options<never>): Variable<string | undefined> {
  return optional(text(name, options))
}

/** 32 bytes in base64, as a secret box takes them. */
export function secretKey(name: string, { about }: Options<never>): Variable<Buffer> {
  const variable = text(name, {
    secret: true,
    about: `${about}: ${KEY_BYTES} random bytes in base64 (openssl rand -base64 ${KEY_BYTES}).`,
  })
  return {
    ...variable,
    read(value) {
      const key = Buffer.from(variable.read(value), 'base64')
      if (key.length === KEY_BYTES) return key
      throw new Error(`must be ${KEY_BYTES} bytes in base64`)
    },
  }
}

export function integer(
  name: string,
  options: Options<number> & { readonly min?: number; readonly max?: number },
): Variable<number> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options
  return variable(name, options, (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new Error(`must be a whole number from ${min} to ${max}`)
  })
}

export function flag(name: string, options: Options<boolean>): Variable<boolean> {
  return variable(name, options, (value) => {
    if (/^(true|1|on|yes)$/i.test(value)) return true
    if (/^(false|0|off|no)$/i.test(value)) return false
    throw new Error('must be true or false')
  })
}

export function url(
  name: string,
  options: Options<string> & { readonly protocols?: readonly string[] },
): Variable<string> {
  const protocols = options.protocols ?? ['http', 'https']
  return variable(name, options, (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    if (parsed !== undefined && protocols.includes(parsed.protocol.slice(0, -1))) return value
    throw new Error(
      `must be a URL that begins with ${protocols.map((p) => `${p}://`).join(' or ')}`,
    )
  })
}

export function optionalUrl(
  name: string,
  options: Options<never> & { readonly protocols?: readonly string[] },
): Variable<string | undefined> {
  return optional(url(name, options))
}

export function oneOf<const V extends string>(
  name: string,
  values: readonly V[],
  options: Options<NoInfer<V>>,
): Variable<V> {
  return variable(name, options, (value) => {
    const known = values.find((v) => v === value)
    if (known !== undefined) return known
    throw new Error(`must be one of ${values.join(', ')}`)
  })
}

export function json<T>(name: string, schema: z.ZodType<T>, options: Options<T>): Variable<T> {
  return variable(name, options, (value) => {
    const result = schema.safeParse(parseJson(value))
    if (result.success) return result.data
    throw new Error(`must be JSON: ${z.prettifyError(result.error)}`)
  })
}

function variable<T>(name: string, options: Options<T>, parse: (text: string) => T): Variable<T> {
  const { about, secret = false, default: fallback } = options
  return {
    name,
    about,
    secret,
    required: fallback === undefined,
    fallback:
      fallback === undefined
        ? ''
        : typeof fallback === 'object'
          ? JSON.stringify(fallback)
          : String(fallback),
    read(value) {
      if (value !== undefined) return parse(value)
      if (fallback !== undefined) return fallback
      throw new Error('is not set')
    },
  }
}

function optional<T>(inner: Variable<T>): Variable<T | undefined> {
  return {
    ...inner,
    required: false,
    read: (value) => (value === undefined ? undefined : inner.read(value)),
  }
}

function parseJson(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}
