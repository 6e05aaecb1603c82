import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { errorText } from './error-text.ts'

/** What went wrong with what a person did, beside where they did it. */
export function Problem({
  error,
  text,
}: {
  readonly error?: unknown
  /** Is shown instead of the error. */
  readonly text?: string | undefined
}): ReactNode {
  const messages = useMessages()
  const isFine = error === null || error === undefined
  const shown = text ?? (isFine ? undefined : errorText(error, messages))
  if (shown === undefined) return undefined
  return (
    <p className="problem" role="alert">
      {shown}
    </p>
  )
}
