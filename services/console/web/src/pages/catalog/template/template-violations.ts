import { parseNumber } from '../../../ui/numbers.ts'
import { withoutArgument } from '../violations.ts'
import type { Violation, Rule } from '../violations.ts'
import type { LineDraft, TemplateDraft } from './template-draft.ts'

/** What is wrong, by place: `name` of the head, `measure[0].times` of a line. */
export type FieldViolations = Readonly<Record<string, string>>

/** The violations of a template: of its head, and of its lines by their keys. */
export interface TemplateViolations {
  readonly head: FieldViolations
  readonly lines: Readonly<Record<string, FieldViolations>>
}

export const NO_VIOLATIONS: TemplateViolations = { head: {}, lines: {} }

/** The server's limits are fractions; people type per cent. */
const MARKUP_PERCENT_MAX = 1_000

interface Words {
  readonly required: string
  readonly notANumber: string
  readonly aboveZero: string
  readonly atMost: (limit: number) => string
  readonly oneLine: string
  readonly oneMeasure: string
}

/**
 * Sorts what the server named to the lines that were sent.
 * @param rule states a message in the language of the person
 */
export function placeViolations(
  violations: readonly Violation[],
  sent: readonly LineDraft[],
  rule: Rule,
): TemplateViolations {
  const head: Record<string, string> = {}
  const lines: Record<string, Record<string, string>> = {}
  for (const { argument, message } of violations) {
    const [, index, field = ''] = /^template\.lines\[(\d+)\]\.?(.*)$/.exec(argument) ?? []
    const text = rule(withoutArgument(message))
    const key = index === undefined ? undefined : sent[Number(index)]?.key
    if (key === undefined) head[argument.replace(/^template\./, '')] ??= text
    else (lines[key] ??= {})[placeOf(field)] ??= text
  }
  return { head, lines }
}

/** The cell of the page that shows a field of the API. */
const placeOf = (field: string): string =>
  ({ productId: 'product', measurementUnits: 'measure' })[field] ?? field

interface CheckOptions {
  /** Whether what is still missing counts, too: not while a new line is being typed. */
  readonly isComplete: boolean
  /** Where costs are hidden, their fields are empty. */
  readonly seesCosts: boolean
}

/**
 * What is obviously wrong, so that it need not be sent.
 */
export function checkDraft(
  draft: TemplateDraft,
  words: Words,
  { isComplete, seesCosts }: CheckOptions,
): TemplateViolations {
  const required = (text: string): string | undefined =>
    isComplete && text.trim() === '' ? words.required : undefined
  const number = (text: string, sign?: '$' | '%'): string | undefined =>
    text.trim() !== '' && parseNumber(text, sign) === undefined ? words.notANumber : undefined
  const above = (text: string): string | undefined =>
    number(text) ?? (parseNumber(text) === 0 ? words.aboveZero : undefined)
  const percent = (text: string, limit: number): string | undefined =>
    number(text, '%') ?? ((parseNumber(text, '%') ?? 0) > limit ? words.atMost(limit) : undefined)
  const checkLine = (line: LineDraft): FieldViolations => {
    // Where they are hidden, the stored ones of a line are kept.
    const requiredCost = seesCosts || line.id === null ? required : () => undefined
    return present({
      name: required(line.name),
      listItemGroupName: required(line.listItemGroupName),
      quantityUnits: required(line.quantityUnits),
      coverage: above(line.coverage),
      wasteFactor: percent(line.wasteFactor, 100),
      roundingStep:
        line.rounding === 'step'
          ? (required(line.roundingStep) ?? above(line.roundingStep))
          : undefined,
      minimumQuantity: number(line.minimumQuantity),
      unitCost: requiredCost(line.unitCost) ?? number(line.unitCost, '$'),
      markup: requiredCost(line.markup) ?? percent(line.markup, MARKUP_PERCENT_MAX),
      taxPercent: required(line.taxPercent) ?? percent(line.taxPercent, 100),
      measure: line.measure.length === 0 ? words.oneMeasure : undefined,
      ...Object.fromEntries(
        line.measure.flatMap(({ width, times, pitchAbove }, index) => [
          [`measure[${index}].width`, above(width)],
          [`measure[${index}].times`, above(times)],
          [`measure[${index}].pitchAbove`, number(pitchAbove)],
        ]),
      ),
      ...Object.fromEntries(
        line.conditions.flatMap((condition, index) => [
          [`conditions[${index}].above`, required(condition.above) ?? number(condition.above)],
          [`conditions[${index}].pitchAbove`, number(condition.pitchAbove)],
        ]),
      ),
    })
  }
  const lines = draft.lines
    .map((line) => [line.key, checkLine(line)] as const)
    .filter(([, violations]) => Object.keys(violations).length > 0)
  return {
    head: present({
      name: required(draft.name),
      tradeType: required(draft.tradeType),
      wasteFactor: percent(draft.wasteFactor, 100),
      lines: isComplete && draft.lines.length === 0 ? words.oneLine : undefined,
    }),
    lines: Object.fromEntries(lines),
  }
}

const present = (violations: Readonly<Record<string, string | undefined>>): FieldViolations =>
  Object.fromEntries(
    Object.entries(violations).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )

/** Both; of one place the first. */
export function joinViolations(
  first: TemplateViolations,
  second: TemplateViolations,
): TemplateViolations {
  const keys = new Set([...Object.keys(first.lines), ...Object.keys(second.lines)])
  return {
    head: { ...second.head, ...first.head },
    lines: Object.fromEntries(
      [...keys].map((key) => [key, { ...second.lines[key], ...first.lines[key] }]),
    ),
  }
}

/** Leaves out what was said about values that have changed since. */
export function withoutFixed(
  violations: TemplateViolations,
  place: { readonly key?: string; readonly fields: readonly string[] },
): TemplateViolations {
  const keep = (all: FieldViolations): FieldViolations =>
    Object.fromEntries(
      Object.entries(all).filter(
        ([name]) => !place.fields.some((field) => name === field || name.startsWith(`${field}[`)),
      ),
    )
  if (place.key === undefined) return { ...violations, head: keep(violations.head) }
  const line = violations.lines[place.key]
  return line
    ? { ...violations, lines: { ...violations.lines, [place.key]: keep(line) } }
    : violations
}

export const countViolations = ({ head, lines }: TemplateViolations): number =>
  Object.keys(head).length +
  Object.values(lines).reduce((sum, line) => sum + Object.keys(line).length, 0)
