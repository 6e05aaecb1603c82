import type {
  FullTemplateFragment,
  TemplateInput,
  TemplateLineInput,
} from '../../../generated/operations.ts'
import { parseNumber, percentText, valueOfText } from '../../../ui/numbers.ts'
import { textOrNull } from '../../../ui/texts.ts'

/** One measure of a line, as it is typed. */
export interface TermDraft {
  readonly measure: string
  readonly width: string
  readonly times: string
  readonly pitchAbove: string
}

export interface ConditionDraft {
  readonly measure: string
  readonly above: string
  readonly pitchAbove: string
}

/** A line as it is typed: numbers are texts, fractions are per cent. */
export interface LineDraft {
  /** Names the line in the page, wherever it is moved to. */
  readonly key: string
  /** Null while the line is not saved. */
  readonly id: number | null
  readonly name: string
  readonly listItemGroupName: string
  readonly type: string
  readonly measure: readonly TermDraft[]
  readonly coverage: string
  readonly quantityUnits: string
  readonly wasteFactor: string
  readonly rounding: string
  readonly roundingStep: string
  readonly minimumQuantity: string
  readonly conditions: readonly ConditionDraft[]
  readonly product: { readonly id: number; readonly name: string } | null
  readonly color: string
  readonly notes: string
  readonly vendorId: string
  readonly unitCost: string
  readonly markup: string
  readonly taxPercent: string
}

/** A template as it is typed. */
export interface TemplateDraft {
  readonly name: string
  readonly tradeType: string
  readonly wasteFactor: string
  readonly combineSameProducts: boolean
  readonly lines: readonly LineDraft[]
}

/** What is known about a measure. */
export interface KnownMeasure {
  readonly name: string
  readonly dimension: string
  readonly units: string | null
}

export const emptyTemplate: TemplateDraft = {
  name: '',
  tradeType: 'ROOF',
  wasteFactor: '',
  combineSameProducts: false,
  lines: [],
}

export const emptyTerm: TermDraft = { measure: 'roof_area', width: '', times: '', pitchAbove: '' }
export const emptyCondition: ConditionDraft = { measure: 'valleys', above: '0', pitchAbove: '' }

/** A new line, in the group of the one before it. */
export const emptyLine = (key: string, before?: LineDraft): LineDraft => ({
  key,
  id: null,
  name: '',
  listItemGroupName: before?.listItemGroupName ?? '',
  type: before?.type ?? 'MATERIAL',
  measure: [emptyTerm],
  coverage: '1',
  quantityUnits: 'EACH',
  wasteFactor: '',
  rounding: 'whole',
  roundingStep: '',
  minimumQuantity: '',
  conditions: [],
  product: null,
  color: '',
  notes: '',
  vendorId: before?.vendorId ?? '',
  unitCost: '0',
  markup: before?.markup ?? '0',
  taxPercent: before?.taxPercent ?? '0',
})

const textOf = (value: number | null): string => (value === null ? '' : String(value))
const percentOf = (fraction: number | null): string =>
  fraction === null ? '' : percentText(fraction)

/** The draft of a template as it is saved. */
export function draftOf(template: FullTemplateFragment): TemplateDraft {
  const { name, tradeType, wasteFactor, combineSameProducts, lines } = template
  return {
    name,
    tradeType,
    wasteFactor: percentOf(wasteFactor),
    combineSameProducts,
    lines: lines.map((line) => ({
      key: `line-${line.id}`,
      id: line.id,
      name: line.name,
      listItemGroupName: line.listItemGroupName,
      type: line.type,
      measure: line.measure.map((term) => ({
        measure: term.measure,
        width: textOf(term.width),
        times: textOf(term.times),
        pitchAbove: textOf(term.pitchAbove),
      })),
      coverage: textOf(line.coverage),
      quantityUnits: line.quantityUnits,
      wasteFactor: percentOf(line.wasteFactor),
      rounding: line.rounding,
      roundingStep: textOf(line.roundingStep),
      minimumQuantity: textOf(line.minimumQuantity),
      conditions: line.conditions.map(({ measure, above, pitchAbove }) => ({
        measure,
        above: String(above),
        pitchAbove: textOf(pitchAbove),
      })),
      product:
        line.productId === null
          ? null
          : {
              id: line.productId,
              name: line.product?.displayName ?? line.product?.name ?? String(line.productId),
            },
      color: line.color ?? '',
      notes: line.notes,
      vendorId: textOf(line.vendorId),
      unitCost: textOf(line.unitCost),
      markup: percentOf(line.markup),
      taxPercent: String(line.taxPercent),
    })),
  }
}

const numberOf = (text: string, sign?: '$' | '%'): number | null => parseNumber(text, sign) ?? null
const fractionOf = (text: string): number | null =>
  valueOfText(text, { sign: '%', scale: 100, decimals: 7 }) ?? null

/** The units that the measures of a line come to: a width makes an area of a length. */
export function measurementUnitsOf(
  terms: readonly TermDraft[],
  measures: readonly KnownMeasure[],
): string | null {
  const [first] = terms
  const known = measures.find(({ name }) => name === first?.measure)
  if (known?.dimension === 'length' && first?.width.trim() !== '') return 'squares'
  return known?.units ?? null
}

/** What the server is sent. The texts must have been checked before. */
export function inputOf(draft: TemplateDraft, measures: readonly KnownMeasure[]): TemplateInput {
  return {
    name: draft.name.trim(),
    tradeType: draft.tradeType.trim(),
    wasteFactor: fractionOf(draft.wasteFactor),
    combineSameProducts: draft.combineSameProducts,
    lines: draft.lines.map((line) => lineInputOf(line, measures)),
  }
}

function lineInputOf(line: LineDraft, measures: readonly KnownMeasure[]): TemplateLineInput {
  return {
    id: line.id,
    name: line.name.trim(),
    listItemGroupName: line.listItemGroupName.trim(),
    type: line.type,
    measure: line.measure.map(({ measure, width, times, pitchAbove }) => ({
      measure,
      width: numberOf(width),
      times: numberOf(times),
      pitchAbove: numberOf(pitchAbove),
    })),
    measurementUnits: measurementUnitsOf(line.measure, measures),
    coverage: numberOf(line.coverage),
    quantityUnits: line.quantityUnits.trim(),
    wasteFactor: fractionOf(line.wasteFactor),
    rounding: line.rounding,
    roundingStep: line.rounding === 'step' ? numberOf(line.roundingStep) : null,
    minimumQuantity: numberOf(line.minimumQuantity),
    conditions: line.conditions.map(({ measure, above, pitchAbove }) => ({
      measure,
      above: numberOf(above) ?? 0,
      pitchAbove: numberOf(pitchAbove),
    })),
    productId: line.product?.id ?? null,
    color: textOrNull(line.color),
    notes: line.notes,
    vendorId: numberOf(line.vendorId),
    unitCost: numberOf(line.unitCost, '$'),
    markup: fractionOf(line.markup),
    taxPercent: numberOf(line.taxPercent, '%'),
  }
}

/** Whether two drafts say the same. */
export const isSameDraft = (a: TemplateDraft, b: TemplateDraft): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

/** Whether a stored value is a draft; one of an older version of the console may not be. */
export function isTemplateDraft(value: unknown): value is TemplateDraft {
  const draft = value as Partial<TemplateDraft> | null
  return (
    typeof draft?.name === 'string' &&
    typeof draft.wasteFactor === 'string' &&
    Array.isArray(draft.lines) &&
    draft.lines.every(
      (line: Partial<LineDraft> | null) =>
        typeof line?.key === 'string' &&
        typeof line.coverage === 'string' &&
        Array.isArray(line.measure) &&
        Array.isArray(line.conditions),
    )
  )
}
