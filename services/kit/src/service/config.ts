import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { parseJson } from '../values/json.ts'
import { splitList } from '../values/split-list.ts'
import { errorMessage } from '../values/caught.ts'

/** Environment variables, by name. */
export type Environment = Readonly<Record<string, string | undefined>>

/** One environment variable: its name, its purpose, and how its text is read. */
export interface Variable<T> {
  readonly name: string
  readonly about: string
  readonly secret: boolean
  readonly required: boolean
  /** The default as the README shows it. */
  readonly shownDefault: string
  /** Returns the value, or throws an Error that says what the text must be. */
  readonly read: (text: string | undefined) => T
}

/** The variables of a configuration, by the name of their property. */
export type Variables = Readonly<Record<string, Variable<unknown>>>
/** The values that `Variables` are read to. */
export type ConfigOf<V extends Variables> = {
  readonly [K in keyof V]: V[K] extends Variable<infer T> ? T : never
}

/** Options of every kind of variable. */
export interface Options<T> {
  readonly about: string
  readonly default?: T
  readonly secret?: boolean
}

/** The text of a variable is invalid. The message continues the variable's name: `must be true or false`. */
export class InvalidValueError extends Error {
  override readonly name = 'InvalidValueError'
  readonly code = 'CONFIG_INVALID'
}

/** Every violation of a configuration at once, one a line. */
export class ConfigError extends Error {
  readonly violations: readonly string[]

  constructor(violations: readonly string[]) {
    super(
      `The configuration has ${violations.length} error(s):\n${violations.map((f) => `  - ${f}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.violations = violations
  }
}

/**
 * Reads all variables, and secrets also from the files that `NAME_FILE` names. An empty variable counts as unset.
 * @param jointViolations of variables together; those that could not be read, which is reported already, are missing
 * @throws ConfigError with every violation
 */
export function readVariables<V extends Variables>(
  variables: V,
  env: Environment = process.env,
  jointViolations: (values: Partial<ConfigOf<V>>) => readonly string[] = () => [],
): ConfigOf<V> {
  const violations: string[] = []
  const values: Record<string, unknown> = {}
  for (const [key, variable] of Object.entries(variables)) {
    try {
      values[key] = variable.read(textOf(variable, env))
    } catch (error) {
      violations.push(`${variable.name} ${errorMessage(error)} (${variable.about})`)
    }
  }
  violations.push(...jointViolations(values as Partial<ConfigOf<V>>))
  if (violations.length > 0) throw new ConfigError(violations)
  return values as ConfigOf<V>
}

function textOf({ name, secret }: Variable<unknown>, env: Environment): string | undefined {
  const value = valueOf(name, env)
  const file = secret ? valueOf(`${name}_FILE`, env) : undefined
  if (file === undefined) return value
  if (value === undefined) return readSecret(file)
  throw new InvalidValueError(`and ${name}_FILE are both set: unset one of them`)
}

function valueOf(name: string, env: Environment): string | undefined {
  return env[name] === '' ? undefined : env[name]
}

/** Editors and `echo` end a file with a line break, which is no part of the secret. */
function readSecret(file: string): string {
  const content = readText(file).replace(/\r?\n$/, '')
  if (content !== '') return content
  throw new InvalidValueError(`is empty in ${file}`)
}

/** A variable that is any text. */
export function text(name: string, options: Options<string>): Variable<string> {
  return variable(name, options, (value) => value)
}

/** A text that may be unset; undefined then. */
export function optionalText(name: string, options: Options<never>): Variable<string | undefined> {
  return optional(text(name, options))
}

/**
 * Texts separated by commas; none when unset and without a default.
 * @param options.violation what is wrong with one of them; continues the variable's name
 */
export function texts(
  name: string,
  options: Options<readonly string[]> & {
    readonly violation?: (text: string) => string | undefined
  },
): Variable<readonly string[]> {
  const { default: defaultValue = [], violation } = options
  const list = variable(name, { ...options, default: defaultValue }, (value) => {
    const all = splitList(value)
    const [first] = all.flatMap((one) => violation?.(one) ?? [])
    if (first !== undefined) throw new InvalidValueError(first)
    return all
  })
  return { ...list, shownDefault: defaultValue.join(',') }
}

/** An integer within limits. */
export function integer(
  name: string,
  options: Options<number> & { readonly min?: number; readonly max?: number },
): Variable<number> {
  const { min = 0, max = Number.MAX_SAFE_INTEGER } = options
  return variable(name, options, (value) => {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidValueError(`must be a whole number from ${min} to ${max}`)
  })
}

/** An integer that may be unset; undefined then. */
export function optionalInteger(
  name: string,
  options: Options<never> & { readonly min?: number; readonly max?: number },
): Variable<number | undefined> {
  return optional(integer(name, options))
}

/** `true` or `false`. */
export function flag(name: string, options: Options<boolean>): Variable<boolean> {
  return variable(name, options, (value) => {
    if (/^(true|1|on|yes)$/i.test(value)) return true
    if (/^(false|0|off|no)$/i.test(value)) return false
    throw new InvalidValueError('must be true or false')
  })
}

/** An absolute URL of HTTP or HTTPS. */
export function url(name: string, options: Options<string>): Variable<string> {
  return variable(name, options, (value) => {
    if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value
    throw new InvalidValueError('must be a URL that begins with http:// or https://')
  })
}

/** A URL that may be unset; undefined then. */
export function optionalUrl(name: string, options: Options<never>): Variable<string | undefined> {
  return optional(url(name, options))
}

/** One of the listed values. */
export function oneOf<const V extends string>(
  name: string,
  values: readonly V[],
  options: Options<NoInfer<V>>,
): Variable<V> {
  return variable(name, options, (value) => {
    const known = values.find((v) => v === value)
    if (known !== undefined) return known
    throw new InvalidValueError(`must be one of ${values.filter((v) => v !== '').join(', ')}`)
  })
}

/** JSON text that the schema accepts. */
export function json<T>(name: string, schema: z.ZodType<T>, options: Options<T>): Variable<T> {
  return variable(name, options, (value) => {
    const result = schema.safeParse(parseJson(value))
    if (result.success) return result.data
    throw new InvalidValueError(`must be JSON: ${z.prettifyError(result.error)}`)
  })
}

/** @throws InvalidValueError */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new InvalidValueError(`cannot be read from ${file}: ${errorMessage(error)}`)
  }
}

/**
 * A variable of any kind.
 * @param parse reads the text; throws InvalidValueError
 */
export function variable<T>(
  name: string,
  options: Options<T>,
  parse: (text: string) => T,
): Variable<T> {
  const { about, secret = false, default: defaultValue } = options
  return {
    name,
    about,
    secret,
    required: defaultValue === undefined,
    shownDefault:
      typeof defaultValue === 'object' ? JSON.stringify(defaultValue) : String(defaultValue ?? ''),
    read(value) {
      if (value !== undefined) return parse(value)
      if (defaultValue !== undefined) return defaultValue
      throw new InvalidValueError('is not set')
    },
  }
}

/** A variable that may be unset; undefined then. */
export function optional<T>(inner: Variable<T>): Variable<T | undefined> {
  return {
    ...inner,
    required: false,
    read: (value) => (value === undefined ? undefined : inner.read(value)),
  }
}
