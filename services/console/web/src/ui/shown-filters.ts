/** By name. An empty filter selects all rows. */
export type Filters<Name extends string> = Readonly<Record<Name, string>>

/** The filters of a page, while their address may still follow. */
export interface ShownFilters<Name extends string> {
  /** What the controls show. */
  readonly shown: Filters<Name>
  /** Those of the address, as it was last seen. */
  readonly address: Filters<Name>
  /** To what the address was changed, in order, as far as it has not arrived there. */
  readonly sent: readonly Filters<Name>[]
}

/** A person changes some filters, and the address is sent after them. */
export function changed<Name extends string>(
  { shown, address, sent }: ShownFilters<Name>,
  values: Partial<Filters<Name>>,
): ShownFilters<Name> {
  const next = { ...shown, ...values }
  return { shown: next, address, sent: [...sent, next] }
}

/**
 * The page is rendered with an address. One that arrives at an earlier change takes back nothing that was typed since;
 * one that changed otherwise, as by Back or a link, is shown.
 */
export function following<Name extends string>(
  state: ShownFilters<Name>,
  address: Filters<Name>,
): ShownFilters<Name> {
  if (isSame(address, state.address)) return state
  const at = state.sent.findIndex((each) => isSame(each, address))
  if (at === -1) return { shown: address, address, sent: [] }
  return { ...state, address, sent: state.sent.slice(at + 1) }
}

const isSame = <Name extends string>(one: Filters<Name>, other: Filters<Name>): boolean =>
  (Object.keys(one) as Name[]).every((name) => one[name] === other[name])
