import type { TypedDocumentString } from '@takeoff/client'
import { useMutation } from '@tanstack/react-query'
import { useReadNow } from './use-document.ts'

interface IfSame<Data> {
  /**
   * Goes on when what was read is still what is shown; else the page shows what it is now, or why it could not be read.
   * @param onOther gets what was read
   */
  readonly ifSame: (onSame: () => void, onOther?: (now?: Data) => void) => void
  readonly isReading: boolean
  readonly hasChanged: boolean
  readonly error: Error | null
}

/** Reads again what an order is based on, before the order is placed: it must be what the person has seen. */
export function useIfSame<Data, Variables extends object>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  isSame: (now: Data) => boolean,
): IfSame<Data> {
  const readNow = useReadNow(document, variables)
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async () => {
      const now = await readNow()
      return { now, isTheSame: isSame(now) }
    },
  })
  return {
    ifSame: (onSame, onOther) =>
      mutate(undefined, {
        onSuccess: ({ now, isTheSame }) => (isTheSame ? onSame() : onOther?.(now)),
        onError: () => onOther?.(),
      }),
    isReading: isPending,
    hasChanged: data?.isTheSame === false,
    error,
  }
}
