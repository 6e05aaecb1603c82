import { memo, useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { useFormat, useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { CellInput } from './cell-input.tsx'
import type { TemplateAction } from './draft-actions.ts'
import { useEditorTerms } from './editor-terms.ts'
import { LineDetails } from './line-details.tsx'
import styles from './line-table.module.css'
import { measureText } from './measure-text.ts'
import { measurementUnitsOf } from './template-draft.ts'
import type { LineDraft } from './template-draft.ts'
import type { FieldViolations } from './template-violations.ts'

export type LineTool = 'up' | 'down' | 'copy' | 'remove'

interface LineRowProps {
  readonly line: LineDraft
  readonly number: number
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly violations: FieldViolations | undefined
  readonly isOpen: boolean
  readonly onToggle: (key: string) => void
  readonly onTool: (tool: LineTool, line: LineDraft) => void
  readonly dispatch: (action: TemplateAction) => void
}

type NumberField = 'coverage' | 'wasteFactor' | 'unitCost' | 'markup' | 'taxPercent'
const NO_VIOLATIONS: FieldViolations = {}
/** Fields that have an input in the row; violations of all others are in the details. */
const IN_ROW = new Set([
  'name',
  'coverage',
  'quantityUnits',
  'wasteFactor',
  'unitCost',
  'markup',
  'taxPercent',
])

/** One line, and its details while they are open. Unchanged lines are not rendered again. */
export const LineRow = memo(function LineRow(props: LineRowProps): ReactNode {
  const { line, number, violations = NO_VIOLATIONS, isOpen, dispatch } = props
  const messages = useMessages()
  const words = messages.catalog.templates
  const { isEditable, waste } = useEditorTerms()
  const id = useId()
  const named = line.name.trim() || words.lineNumber(number)
  const text = (field: 'name' | 'quantityUnits' | NumberField, column: string) => ({
    label: words.of(column, named),
    value: line[field],
    error: violations[field],
    readOnly: !isEditable,
    onText: (value: string) =>
      dispatch({ kind: 'line', key: line.key, values: { [field]: value } }),
  })
  const amount = (
    field: NumberField,
    column: string,
    more: { placeholder?: string; unit?: ReactNode } = {},
  ) => <CellInput inputMode="decimal" maxLength={20} {...more} {...text(field, column)} />
  const { columns } = words
  return (
    <>
      <tr className={styles['line']}>
        <th scope="row" className={styles['item']}>
          <CellInput wraps maxLength={200} {...text('name', columns.item)} />
        </th>
        <td data-label={columns.measured}>
          <MeasureButton {...props} named={named} controls={id} />
        </td>
        <td data-label={columns.coverage}>
          {amount('coverage', columns.coverage, {
            placeholder: words.coverageFromPackages,
            unit: <CoverageUnit line={line} />,
          })}
        </td>
        <td data-label={columns.unit}>
          <CellInput
            maxLength={50}
            list="template-units"
            {...text('quantityUnits', columns.unit)}
          />
        </td>
        <td data-label={columns.waste}>
          {amount('wasteFactor', columns.waste, { placeholder: waste })}
        </td>
        <td data-label={columns.unitCost}>
          <CostInput line={line} {...text('unitCost', columns.unitCost)} />
        </td>
        <td data-label={columns.markup}>
          <CostInput line={line} {...text('markup', columns.markup)} />
        </td>
        <td data-label={columns.tax}>{amount('taxPercent', columns.tax)}</td>
        <td className={styles['menu']}>
          <RowTools {...props} named={named} />
        </td>
      </tr>
      {isOpen && (
        <tr id={id} className={styles['details']}>
          <td colSpan={9}>
            <LineDetails line={line} named={named} violations={violations} dispatch={dispatch} />
          </td>
        </tr>
      )}
    </>
  )
})

/** Read only where it is hidden: a saved line keeps it. */
function CostInput({
  line,
  ...input
}: { readonly line: LineDraft } & ComponentProps<typeof CellInput>): ReactNode {
  const words = useMessages().catalog.templates
  const { seesCosts } = useEditorTerms()
  const hidden =
    seesCosts || line.id === null ? {} : { readOnly: true, placeholder: words.costHidden }
  return <CellInput inputMode="decimal" maxLength={20} {...input} {...hidden} />
}

function CoverageUnit({ line }: { readonly line: LineDraft }): ReactNode {
  const words = useMessages().catalog.templates
  const { measures } = useEditorTerms()
  const units = measurementUnitsOf(line.measure, measures) ?? 'none'
  return <span className={styles['suffix']}>{words.coverageUnits[units] ?? units}</span>
}

/** What the line is measured by, in short; it opens the details. */
function MeasureButton({
  line,
  violations = NO_VIOLATIONS,
  isOpen,
  onToggle,
  named,
  controls,
}: LineRowProps & { readonly named: string; readonly controls: string }): ReactNode {
  const { catalog } = useMessages()
  const words = catalog.templates
  const violationsBelow = Object.keys(violations).filter((field) => !IN_ROW.has(field)).length
  return (
    <button
      type="button"
      className={styles['measure']}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      data-violations={violationsBelow > 0 && !isOpen ? '' : undefined}
      onClick={() => onToggle(line.key)}
    >
      <span className="visually-hidden">{words.details(named)}: </span>
      {measureText(line.measure, catalog.measures)}
      {violationsBelow > 0 && (
        <span className={styles['violation']}>{words.violations(violationsBelow)}</span>
      )}
    </button>
  )
}

function RowTools({
  line,
  named,
  isFirst,
  isLast,
  isOpen,
  onToggle,
  onTool,
}: LineRowProps & { readonly named: string }): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const { isEditable } = useEditorTerms()
  const item = (tool: LineTool, label: string) => ({ label, onSelect: () => onTool(tool, line) })
  return (
    <span className={styles['row-tools']}>
      <Button
        kind="quiet"
        aria-expanded={isOpen}
        aria-label={words.details(named)}
        onClick={() => onToggle(line.key)}
      >
        {isOpen ? '▴' : '▾'}
      </Button>
      {isEditable && (
        <Menu
          button="⋯"
          label={messages.catalog.menuOf(named)}
          items={[
            item('copy', words.copyLine),
            ...(isFirst ? [] : [item('up', words.moveUp)]),
            ...(isLast ? [] : [item('down', words.moveDown)]),
            item('remove', words.removeLine),
          ]}
        />
      )}
    </span>
  )
}

const UNITS = [
  'BUNDLES',
  'SQUARES',
  'ROLLS',
  'PIECES',
  'BOXES',
  'EACH',
  'TUBES',
  'LINEAR_FEET',
  'PALLETS',
]

/** Units that are known; others may be typed. */
export function UnitChoices(): ReactNode {
  const format = useFormat()
  return (
    <datalist id="template-units">
      {UNITS.map((unit) => (
        <option key={unit} value={unit} label={format.unit(unit)} />
      ))}
    </datalist>
  )
}
