import { shortened } from '@takeoff/contracts/character-count'
import type { Measurements } from '@takeoff/contracts/jobs/measurements'
import { UnknownMeasurements } from '@takeoff/contracts/jobs/unknown-measurements'
import { missingKeyOf } from '../templates/measure-expression.ts'
import type { Template } from '../templates/template.ts'

const SENTENCES_MAX = 10
const LINES_SHOWN_MAX = 10
const NAME_SHOWN_MAX = 80

type Line = Template['lines'][number]

/**
 * Sentences on what makes a list too small: each unknown key of the measurements, and each missing value that a line
 * measures or has as its condition, with these lines.
 */
export function measurementWarnings(
  templates: readonly Template[],
  measurements: Measurements,
): string[] {
  const unknown = new UnknownMeasurements()
  unknown.add(measurements, '')
  return [...unknown.sentences(), ...missingSentences(templates, measurements)]
}

function missingSentences(templates: readonly Template[], measurements: Measurements): string[] {
  const linesOf = new Map<string, Line[]>()
  for (const line of templates.flatMap(({ lines }) => lines)) {
    const parts = [...line.measure, ...line.conditions]
    const missing = parts.flatMap((part) => missingKeyOf(part, measurements) ?? [])
    for (const key of new Set(missing)) {
      const lines = linesOf.get(key)
      if (lines === undefined) linesOf.set(key, [line])
      else lines.push(line)
    }
  }
  const sentences = [...linesOf].map(([key, lines]) => sentence(key, lines))
  if (sentences.length <= SENTENCES_MAX) return sentences
  const more = sentences.length - SENTENCES_MAX
  const rest = `And ${more} more ${more === 1 ? 'value is' : 'values are'} missing.`
  return [...sentences.slice(0, SENTENCES_MAX), rest]
}

function sentence(key: string, lines: readonly Line[]): string {
  const names = lines
    .slice(0, LINES_SHOWN_MAX)
    .map(({ name }) => `"${shortened(name, NAME_SHOWN_MAX)}"`)
  const more = lines.length - names.length
  const rest = more === 0 ? '' : ` and ${more} more`
  return `measurements.${key} is missing and counts as 0, in the template lines ${names.join(', ')}${rest}.`
}
