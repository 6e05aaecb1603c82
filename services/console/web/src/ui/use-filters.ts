import { useNavigate, useSearch } from '@tanstack/react-router'

/** An empty one shows all. */
type Filters<Name extends string> = Readonly<Record<Name, string>>

/**
 * What a page shows of its rows. It is part of the address, so that Back, a reload and a link show the same rows.
 * @param names of the filters, as they stand in the address
 * @returns the filters, and how to change some of them
 */
export function useFilters<Name extends string>(
  ...names: readonly Name[]
): [Filters<Name>, (values: Partial<Filters<Name>>) => void] {
  const search: Partial<Record<string, string>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filters = Object.fromEntries(
    names.map((name) => [name, search[name] ?? '']),
  ) as Filters<Name>
  const change = (values: Partial<Filters<Name>>): void => {
    const given = Object.entries<string>({ ...filters, ...values })
    const kept = Object.fromEntries(given.filter(([, value]) => value !== ''))
    void navigate({ to: '.', search: kept, replace: true, resetScroll: false })
  }
  return [filters, change]
}
