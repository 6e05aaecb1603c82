import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { changed, following } from './shown-filters.ts'
import type { Filters } from './shown-filters.ts'

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
  const address = Object.fromEntries(
    names.map((name) => [name, (search[name] ?? '').slice(0, LENGTH_MAX)]),
  ) as Filters<Name>
  const [before, setState] = useState(() => ({
    shown: address,
    address,
    sent: [] as readonly Filters<Name>[],
  }))
  const state = following(before, address)
  if (state !== before) setState(state)
  const change = (values: Partial<Filters<Name>>): void => {
    // The address follows a moment later; until then a control would take back what was typed.
    setState((latest) => changed(latest, values))
    void navigate({
      to: '.',
      // Those of the address to which an earlier change leads, which this page does not show yet.
      search: (earlier: object) =>
        Object.fromEntries(
          Object.entries({ ...earlier, ...values }).filter(([, value]) => value !== ''),
        ),
      replace: true,
      resetScroll: false,
    })
  }
  return [state.shown, change]
}
