import { useNavigate, useSearch } from '@tanstack/react-router'
import { startTransition, useOptimistic } from 'react'

/** By name. An empty filter selects all rows. */
type Filters<Name extends string> = Readonly<Record<Name, string>>

const LENGTH_MAX = 200

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
  const [filters, show] = useOptimistic(
    Object.fromEntries(
      names.map((name) => [name, (search[name] ?? '').slice(0, LENGTH_MAX)]),
    ) as Filters<Name>,
    (shown, values: Partial<Filters<Name>>) => ({ ...shown, ...values }),
  )
  const change = (values: Partial<Filters<Name>>): void =>
    startTransition(async () => {
      // The address follows a moment later; until then a control would take back what was typed.
      show(values)
      await navigate({
        to: '.',
        // Those of the address to which an earlier change leads, which this page does not show yet.
        search: (earlier: object) =>
          Object.fromEntries(
            Object.entries({ ...earlier, ...values }).filter(([, value]) => value !== ''),
          ),
        replace: true,
        resetScroll: false,
      })
    })
  return [filters, change]
}
