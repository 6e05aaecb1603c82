import { TakeoffError } from '@takeoff/client'
import { useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { useMessages } from '../i18n/language.tsx'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { isFirstReload } from './first-reload.ts'
import { LazyCode, OUTDATED } from './lazy-code.ts'
import { Problem } from './problem.tsx'
import { Failure, Loading } from './states.tsx'

interface LoadedPart<Props> {
  /** Undefined until its code is loaded. */
  readonly Component: ComponentType<Props> | undefined
  /** Why it could not be loaded. */
  readonly error: unknown
  readonly isLoading: boolean
  /** Loads it again, and the page where nothing else helps. */
  readonly retry: () => void
}

/**
 * Loads a part that is shown.
 * @param reloads whether the page is loaded again by itself where only that helps, as after an update of the application
 */
export function useLazyPart<Props>(
  part: LazyCode<ComponentType<Props>>,
  reloads = false,
): LoadedPart<Props> {
  const [isLoading, setIsLoading] = useState(part.code === undefined)
  const [error, setError] = useState<unknown>()
  const load = async (mayReload: () => boolean): Promise<void> => {
    setIsLoading(true)
    try {
      await part.load()
    } catch (reason) {
      // The server has just responded, so the page can be loaded again.
      if (isOutdated(reason) && mayReload()) globalThis.location.reload()
      setError(reason)
    }
    setIsLoading(false)
  }
  const Component = part.code
  const loadUnasked = (): void =>
    void load(() => reloads && isFirstReload(VERSION, globalThis.location.pathname))
  useEffect(() => {
    // Also where its code has come since: it is not shown yet.
    if (!Component) loadUnasked()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- loaded once; `retry` and a new connection load it again
  }, [part])
  const isFailed = error !== undefined && !Component
  useEffect(() => {
    if (!isFailed) return undefined
    globalThis.addEventListener('online', loadUnasked)
    return () => globalThis.removeEventListener('online', loadUnasked)
  })
  return { Component, error, isLoading, retry: () => void load(() => true) }
}

const isOutdated = (error: unknown): boolean =>
  error instanceof TakeoffError && error.code === OUTDATED

/** The address of this script: its name has a hash, which changes with every part that it loads. */
const VERSION = import.meta.url

/**
 * Loads the page again, once in each version, where only that helps against a failure to load code.
 * @param place what the code is for
 * @returns whether the page is loaded again
 */
export function reloadsFor(error: unknown, place: string): boolean {
  if (!isOutdated(error) || !isFirstReload(VERSION, place)) return false
  globalThis.location.reload()
  return true
}

type Import<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

/** A page whose code is loaded when it is opened, or pointed at. */
export function lazyPage<Props extends object>(importPage: Import<Props>) {
  const part = new LazyCode(importPage)
  function LazyPage(props: Props): ReactNode {
    const { Component, error, isLoading, retry } = useLazyPart(part, true)
    if (Component) return <Component {...props} />
    if (error === undefined) return <Loading />
    return <Failure error={error} isRetrying={isLoading} onRetry={retry} />
  }
  // The router waits for it before it leaves the page that is shown. The page itself shows what went wrong.
  const preload = (): Promise<void> | undefined =>
    part.code ? undefined : part.load().then(ignore, ignore)
  return Object.assign(LazyPage, { preload })
}

const ignore = (): void => undefined

interface Closable {
  readonly onClose: () => void
}

/** A dialog whose code is not loaded with its page. */
export function lazyDialog<Props extends Closable>(importDialog: Import<Props>) {
  const part = new LazyCode(importDialog)
  function LazyDialog(props: Props): ReactNode {
    const { Component, error, isLoading, retry } = useLazyPart(part)
    if (Component) return <Component {...props} />
    if (error === undefined) return undefined
    return (
      <LoadFailure error={error} isLoading={isLoading} onRetry={retry} onClose={props.onClose} />
    )
  }
  return Object.assign(LazyDialog, { load: () => part.load() })
}

function LoadFailure({
  error,
  isLoading,
  onRetry,
  onClose,
}: Closable & {
  readonly error: unknown
  readonly isLoading: boolean
  readonly onRetry: () => void
}): ReactNode {
  const { actions, states } = useMessages()
  return (
    <Dialog
      title={states.failed}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{actions.close}</Button>
          <Button kind="primary" isBusy={isLoading} onClick={onRetry}>
            {actions.tryAgain}
          </Button>
        </>
      }
    >
      <Problem error={error} />
    </Dialog>
  )
}

/** For browsers that do not say when they are idle. */
const LATER_MS = 2_000

/** Loads the dialogs of a page when the browser is idle, so that they open without a connection, too. */
export function useLoadWhenIdle(
  dialogs: readonly { readonly load: () => Promise<unknown> }[],
): void {
  useEffect(() => {
    const loadAll = (): void => {
      // A dialog that could not be loaded shows the error when it is opened.
      for (const dialog of dialogs) dialog.load().catch(() => undefined)
    }
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(loadAll, LATER_MS)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(loadAll)
    return () => cancelIdleCallback(request)
  }, [dialogs])
}
