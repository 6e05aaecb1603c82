import type { ReactNode } from 'react'
import { useFormat, useMessages } from '../../i18n/language.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Loading } from '../../ui/states.tsx'
import styles from './explanation-dialog.module.css'
import { explanationSteps } from './explanation-steps.ts'
import type { Explanation } from './draft/line-figures.ts'
import type { ShownLine } from './lines/shown-lines.ts'

/** How the saved figures of a line came about, step by step. */
export default function ExplanationDialog({
  line,
  onClose,
}: {
  readonly line: ShownLine | undefined
  readonly onClose: () => void
}): ReactNode {
  const messages = useMessages()
  return (
    <Dialog title={line?.saved.name ?? messages.list.how} onClose={onClose}>
      {line?.explanation ? (
        <Steps explanation={line.explanation} line={line} />
      ) : (
        <Loading lines={4} />
      )}
    </Dialog>
  )
}

function Steps({
  explanation,
  line: { saved },
}: {
  readonly explanation: Explanation
  readonly line: ShownLine
}): ReactNode {
  const messages = useMessages()
  const format = useFormat()
  const steps = explanationSteps(explanation, saved.quantityUnits, { messages, format })
  return <Facts className={styles['steps']} rows={steps} />
}
