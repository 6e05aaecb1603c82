import { firstCharacters } from '@takeoff/contracts/character-count'
import type { InputViolation } from '@takeoff/contracts/text-violation'
import { pathOf } from '@takeoff/contracts/path-of'
import { checkFields } from '../check-fields.ts'
import type { FieldViolation } from '../check-fields.ts'
import { id } from '../checked-values.ts'
import { TEMPLATE_LINES_MAX } from '../limits.ts'
import type { Optional } from '@takeoff/kit/values/optional'
import { combinationViolations, lineShape } from './template-line.ts'
import type { LineRule } from './template-line.ts'
import { templateShape } from './template.ts'

/** A template as a caller describes it. */
export interface TemplateRequest {
  readonly name: string
  readonly tradeType: string
  readonly wasteFactor?: Optional<number>
  readonly combineSameProducts?: Optional<boolean>
  readonly lines: readonly LineRequest[]
}

export interface LineRequest {
  readonly id?: Optional<number>
  readonly name: string
  readonly listItemGroupName: string
  readonly type: string
  readonly measure: readonly TermRequest[]
  readonly measurementUnits?: Optional<string>
  readonly coverage?: Optional<number>
  readonly quantityUnits: string
  readonly wasteFactor?: Optional<number>
  readonly rounding?: Optional<string>
  readonly roundingStep?: Optional<number>
  readonly minimumQuantity?: Optional<number>
  readonly conditions?: Optional<readonly ConditionRequest[]>
  readonly productId?: Optional<number>
  readonly color?: Optional<string>
  readonly notes?: Optional<string>
  readonly vendorId?: Optional<number>
  readonly unitCost?: Optional<number>
  readonly markup?: Optional<number>
  readonly taxPercent?: Optional<number>
}

interface TermRequest {
  readonly measure: string
  readonly width?: Optional<number>
  readonly times?: Optional<number>
  readonly pitchAbove?: Optional<number>
}

interface ConditionRequest {
  readonly measure: string
  readonly above: number
  readonly pitchAbove?: Optional<number>
}

/** A line that may be saved; one without an id is new. */
export interface LineDraft extends LineRule {
  readonly id: number | null
}

/** A template that may be saved. */
export interface TemplateDraft {
  readonly name: string
  readonly tradeType: string
  readonly wasteFactor: number | null
  readonly combineSameProducts: boolean
  readonly lines: readonly LineDraft[]
}

/** The valid fields of a line, for the checks that need lookups. */
export type CheckedLine = Partial<LineDraft>

export interface CheckedTemplate {
  /** Undefined when there are violations. */
  readonly draft: TemplateDraft | undefined
  readonly lines: readonly CheckedLine[]
  /** All violations that can be found without lookups, in the order of the lines. */
  readonly violations: readonly TemplateViolation[]
}

export interface TemplateViolation extends InputViolation {
  /** Index of the invalid line; -1 means the template itself. */
  readonly line: number
}

/** Checks every field of a template. */
export function checkTemplate(request: TemplateRequest): CheckedTemplate {
  const head = checkFields(templateShape, {
    ...request,
    wasteFactor: request.wasteFactor ?? null,
    combineSameProducts: request.combineSameProducts ?? false,
  })
  const headViolations = head.violations.map((violation) =>
    violationOf(`template.${pathOf(violation.path)}`, violation),
  )
  const countViolation = linesViolation(request.lines.length)
  if (countViolation !== undefined) {
    return { draft: undefined, lines: [], violations: [...headViolations, countViolation] }
  }

  const checked = request.lines.map(checkLine)
  const lineViolations = checked.flatMap(({ violations }, index) =>
    violations.map((violation) => lineViolationOf(request.lines, index, violation)),
  )
  const violations = [...headViolations, ...lineViolations]
  const lines = checked.map(({ values }) => values)
  const draft = { ...head.values, lines } as TemplateDraft
  return { draft: violations.length === 0 ? draft : undefined, lines, violations }
}

/** The message names the field and the line, by its number and name. */
export function lineViolationOf(
  lines: readonly LineRequest[],
  line: number,
  { path, message }: FieldViolation,
): TemplateViolation {
  const name = firstCharacters(lines[line]?.name.trim() ?? '', 60)
  const field = pathOf(path)
  return {
    line,
    argument: `template.lines[${line}].${field}`,
    message: `Line ${line + 1} "${name}", ${field}: ${message}.`,
  }
}

function violationOf(argument: string, { message }: FieldViolation): TemplateViolation {
  return { line: -1, argument, message: `${argument}: ${message}.` }
}

function linesViolation(count: number): TemplateViolation | undefined {
  if (count > 0 && count <= TEMPLATE_LINES_MAX) return undefined
  const message =
    count === 0
      ? 'must have at least one line'
      : `must have at most ${TEMPLATE_LINES_MAX} lines; it has ${count}`
  return violationOf('template.lines', { path: [], message })
}

function checkLine(request: LineRequest): { values: CheckedLine; violations: FieldViolation[] } {
  const { values, violations } = checkFields(
    { id: id.nullable(), ...lineShape },
    withDefaults(request),
  )
  return { values, violations: [...violations, ...combinationViolations(values)] }
}

function withDefaults(line: LineRequest): Record<keyof LineDraft, unknown> {
  return {
    id: line.id ?? null,
    name: line.name,
    listItemGroupName: line.listItemGroupName,
    type: line.type,
    measure: line.measure.map(withoutNulls),
    measurementUnits: line.measurementUnits ?? null,
    coverage: line.coverage ?? null,
    quantityUnits: line.quantityUnits,
    wasteFactor: line.wasteFactor ?? null,
    rounding: line.rounding ?? 'whole',
    roundingStep: line.roundingStep ?? null,
    minimumQuantity: line.minimumQuantity ?? null,
    conditions: (line.conditions ?? []).map(withoutNulls),
    productId: line.productId ?? null,
    color: line.color ?? null,
    notes: line.notes ?? '',
    vendorId: line.vendorId ?? null,
    unitCost: line.unitCost ?? 0,
    markup: line.markup ?? 0,
    taxPercent: line.taxPercent ?? 0,
  }
}

function withoutNulls(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, v]) => v !== null && v !== undefined))
}
