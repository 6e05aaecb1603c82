import { useFormat } from '../../../i18n/language.tsx'
import { useVendors } from '../../../session/use-vendors.ts'
import { shownValue } from './diff-values.ts'

/** Writes the value of a field as people read it. */
export function useShownValue(): (field: string, value: unknown) => string {
  const format = useFormat()
  const { data: vendors = [] } = useVendors()
  return (field, value) => shownValue(field, value, { format, vendors })
}
