import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'

/** Reads the next page of a query; nothing when there is none. */
export function MoreButton({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  className,
}: {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly className?: string | undefined
}): ReactNode {
  const { actions } = useMessages()
  if (!hasNextPage) return null
  return (
    <Button className={className} isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {actions.more}
    </Button>
  )
}
