import { useCallback } from 'react'
import { useFormat } from '../../../i18n/language.tsx'
import { useVendors } from '../../../session/use-vendors.ts'
import { shownValue } from './diff-values.ts'

export type ShowValue = (field: string, value: unknown) => string

/** Writes the value of a field as people read it. It is called once for all values: it reads the vendors. */
export function useShownValue(): ShowValue {
  const format = useFormat()
  const { data: vendors } = useVendors()
  return useCallback(
    (field, value) => shownValue(field, value, { format, vendors: vendors ?? [] }),
    [format, vendors],
  )
}
