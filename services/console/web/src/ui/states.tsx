import { TakeoffError } from '@takeoff/client'
import { useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { errorText } from './error-text.ts'
import { usePageTitle } from './page.tsx'
import styles from './states.module.css'

/** There is nothing yet: says what belongs here, and offers the next step. */
export function Empty({
  title,
  children,
  action,
  isPage = false,
}: {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** Whether it stands for the whole page, of which it is the heading then. */
  readonly isPage?: boolean
}): ReactNode {
  usePageTitle(isPage ? title : undefined)
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className={styles['state']}>
      <Heading>{title}</Heading>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  )
}

/** Placeholder lines while a result is loaded. */
export function Loading({ lines = 6 }: { readonly lines?: number }): ReactNode {
  const messages = useMessages()
  return (
    <div className={styles['loading']} role="status">
      <span className="visually-hidden">{messages.states.loading}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles['skeleton']} />
      ))}
    </div>
  )
}

/** What went wrong, what to do, and what support needs to find the request. */
export function Failure({
  error,
  isRetrying = false,
  onRetry,
}: {
  readonly error: unknown
  readonly isRetrying?: boolean
  readonly onRetry?: () => void
}): ReactNode {
  const messages = useMessages()
  const requestId = error instanceof TakeoffError ? error.requestId : undefined
  const isForbidden = error instanceof TakeoffError && error.code === 'FORBIDDEN'
  return (
    <div className={styles['state']} role="alert">
      <h2>{isForbidden ? messages.states.noPermission : messages.states.failed}</h2>
      <p>{errorText(error, messages)}</p>
      {requestId !== undefined && (
        <p className={styles['detail']}>{messages.states.requestId(requestId)}</p>
      )}
      {onRetry && !isForbidden && (
        <Button isBusy={isRetrying} onClick={onRetry}>
          {messages.actions.tryAgain}
        </Button>
      )}
    </div>
  )
}

/** What the address names does not exist in this organization, or never did. */
export function NotFound({ what }: { readonly what: string }): ReactNode {
  const messages = useMessages()
  return (
    <Empty
      title={messages.states.notFound}
      isPage
      action={<a href="/">{messages.states.toStart}</a>}
    >
      {what}
    </Empty>
  )
}

/** What a dialog shows does not exist any more. */
export function Missing({ what }: { readonly what: string }): ReactNode {
  return <Empty title={useMessages().states.notFound}>{what}</Empty>
}

/** The address leads to no page. */
export function UnknownPage(): ReactNode {
  const messages = useMessages()
  return (
    <Empty
      title={messages.states.unknownPage}
      isPage
      action={<a href="/">{messages.states.toStart}</a>}
    />
  )
}

/** The person's role does not include this. */
export function NoPermission(): ReactNode {
  const messages = useMessages()
  return (
    <Empty title={messages.states.noPermission} isPage>
      {messages.states.askOwner}
    </Empty>
  )
}

/** Shows a query's result, or its loading or error state; over a former result, that the next one is loaded. */
export function Loaded<Data>({
  query,
  children,
}: {
  readonly query: {
    readonly data: Data | undefined
    readonly error: Error | null
    readonly isPlaceholderData?: boolean
    readonly refetch: () => unknown
  }
  readonly children: (data: Data) => ReactNode
}): ReactNode {
  // Deferred, so that a page with many rows is rendered in steps between which the browser responds.
  const isShown = useDeferredValue(query.data !== undefined)
  if (isShown && query.data !== undefined)
    return (
      <>
        {query.isPlaceholderData && <Progress />}
        {children(query.data)}
      </>
    )
  // Not while rows are still drawn: the button below them says why a next page could not be read.
  if (query.data === undefined && query.error)
    return <Failure error={query.error} onRetry={() => query.refetch()} />
  return <Loading />
}

/** A line at the upper edge, when something takes longer than a moment. */
function Progress(): ReactNode {
  const messages = useMessages()
  return (
    <div role="progressbar" aria-label={messages.states.loading} className={styles['progress']} />
  )
}
