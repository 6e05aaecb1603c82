import { useState } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { Problem } from './problem.tsx'

/** Reads the next page of a query, and says why it could not be read; nothing when there is none. */
export function MoreButton({
  query: { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage },
  className,
}: {
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly error: unknown
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly className?: string | undefined
}): ReactNode {
  const { actions } = useMessages()
  // Without a connection nothing is fetched yet, and the page comes when the connection is back.
  const [isWaiting, setIsWaiting] = useState(false)
  if (!hasNextPage) return null
  const readMore = async (): Promise<void> => {
    setIsWaiting(true)
    await fetchNextPage()
    setIsWaiting(false)
  }
  return (
    <div className={['row', className].filter(Boolean).join(' ')}>
      {isFetchNextPageError && <Problem error={error} />}
      <Button isBusy={isFetchingNextPage || isWaiting} onClick={() => void readMore()}>
        {actions.more}
      </Button>
    </div>
  )
}
