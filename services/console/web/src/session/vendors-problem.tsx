import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from '../ui/button.tsx'
import { errorText } from '../ui/error-text.ts'
import { Problem } from '../ui/problem.tsx'
import type { useVendors } from './use-vendors.ts'

/** Says why vendors have no names and cannot be chosen on a page that is shown nevertheless. */
export function VendorsProblem({
  vendors: { data, error, refetch },
}: {
  readonly vendors: ReturnType<typeof useVendors>
}): ReactNode {
  const messages = useMessages()
  if (data !== undefined || error === null) return undefined
  return (
    <div className="row">
      <Problem text={messages.catalog.vendors.unread(errorText(error, messages))} />
      <Button onClick={() => void refetch()}>{messages.actions.tryAgain}</Button>
    </div>
  )
}
