import { useCallback, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/language.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/states.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import { useAnnounce, useWithdraw } from '../../../ui/toasts.tsx'
import { toggled } from '../../../ui/toggled.ts'
import type { TemplateAction } from './draft-actions.ts'
import { useEditorTerms } from './editor-terms.ts'
import { LineRow, UnitChoices } from './line-row.tsx'
import type { LineTool } from './line-row.tsx'
import styles from './line-table.module.css'
import { emptyLine } from './template-draft.ts'
import type { LineDraft } from './template-draft.ts'
import type { TemplateViolations } from './template-violations.ts'

/** The lines of a template: what is changed often in the row, everything in the details below it. */
export function LineTable({
  lines,
  violations,
  dispatch,
}: {
  readonly lines: readonly LineDraft[]
  readonly violations: TemplateViolations
  readonly dispatch: (action: TemplateAction) => void
}): ReactNode {
  const messages = useMessages()
  const words = messages.catalog.templates
  const { isEditable } = useEditorTerms()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback((key: string) => setOpened((all) => toggled(all, key)), [])
  const onTool = useLineTools(lines, dispatch)
  const add = (): void => {
    const key = `new-${crypto.randomUUID()}`
    dispatch({ kind: 'insert', line: emptyLine(key, lines.at(-1)) })
    toggle(key)
  }
  const addButton = isEditable && <Button onClick={add}>{words.addLine}</Button>
  if (lines.length === 0)
    return (
      <Empty title={words.noLines} action={addButton}>
        {words.noLinesAdvice}
      </Empty>
    )
  return (
    <>
      <datalist id="template-groups">
        {[...new Set(lines.map(({ listItemGroupName }) => listItemGroupName))].map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
      <UnitChoices />
      <table className={styles['table']}>
        <Columns />
        <tbody>
          {lines.map((line, index) => (
            <LineRow
              key={line.key}
              line={line}
              number={index + 1}
              isFirst={index === 0}
              isLast={index === lines.length - 1}
              violations={violations.lines[line.key]}
              isOpen={opened.has(line.key)}
              onToggle={toggle}
              onTool={onTool}
              dispatch={dispatch}
            />
          ))}
        </tbody>
      </table>
      {addButton && <div className={styles['add']}>{addButton}</div>}
    </>
  )
}

function Columns(): ReactNode {
  const messages = useMessages()
  const { columns } = messages.catalog.templates
  const { isEditable } = useEditorTerms()
  const column = (text: string, width: string) => ({ text, className: styles[width] })
  return (
    <TableHead
      columns={[
        columns.item,
        column(columns.measured, 'measured'),
        column(columns.coverage, 'coverage'),
        column(columns.unit, 'unit'),
        column(columns.waste, 'short'),
        column(columns.unitCost, 'money'),
        column(columns.markup, 'short'),
        column(columns.tax, 'short'),
        { ...column(messages.list.more, isEditable ? 'tools' : 'tool'), isHidden: true },
      ]}
    />
  )
}

/** Copies, moves and removes lines; what was removed can be put back. */
function useLineTools(
  lines: readonly LineDraft[],
  dispatch: (action: TemplateAction) => void,
): (tool: LineTool, line: LineDraft) => void {
  const messages = useMessages()
  const announce = useAnnounce()
  const withdraw = useWithdraw()
  const [offers] = useState(() => new Set<string>())
  // A line cannot be put back into a page that was left.
  useEffect(() => () => offers.forEach(withdraw), [offers, withdraw])
  return (tool, line) => {
    const { key } = line
    if (tool === 'up' || tool === 'down')
      dispatch({ kind: 'move', key, by: tool === 'up' ? -1 : 1 })
    else if (tool === 'copy') dispatch({ kind: 'copy', key, newKey: `new-${crypto.randomUUID()}` })
    else {
      const at = lines.indexOf(line)
      const text = messages.catalog.templates.lineRemoved(line.name)
      dispatch({ kind: 'remove', key })
      offers.add(text)
      announce({
        kind: 'done',
        text,
        action: {
          label: messages.actions.undo,
          run: () => dispatch({ kind: 'insert', line, at }),
        },
      })
    }
  }
}
