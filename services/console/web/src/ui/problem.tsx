import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { errorText } from './error-text.ts'

/** What went wrong with what a person did, beside where they did it. */
export function Problem({ error }: { readonly error: unknown }): ReactNode {
  const messages = useMessages()
  if (error === null || error === undefined) return undefined
  return (
    <p className="problem" role="alert">
      {errorText(error, messages)}
    </p>
  )
}
