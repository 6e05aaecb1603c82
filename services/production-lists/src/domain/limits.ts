/** Limits of requests and of the lists computed from them; `schema.graphql` documents them for callers. */

export const JOB_SEARCH_LENGTH_MAX = 250
export const LIST_NAME_LENGTH_MAX = 250
/** Maximum length of all other names: templates, lines, items, products, groups, trades. */
export const NAME_LENGTH_MAX = 200
export const SEARCH_LENGTH_MAX = 200
export const UNIT_LENGTH_MAX = 50
export const COLOR_LENGTH_MAX = 100
export const NOTES_LENGTH_MAX = 2000
export const URL_LENGTH_MAX = 2000

/** The largest value of a number, and its decimals. */
export interface NumberLimits {
  readonly max: number
  readonly decimalsMax: number
}

/** The quantity of one item, computed or set by hand. */
export const QUANTITY: NumberLimits = { max: 1_000_000, decimalsMax: 5 }
/** The measured value of one item, in its `measurementUnits`. */
export const MEASUREMENT: NumberLimits = { max: 1_000_000_000, decimalsMax: 5 }
/** The measured value that one unit of an item covers. */
export const COVERAGE: NumberLimits = { max: 1_000_000, decimalsMax: 5 }
/** A fraction: at 1, twice the needed quantity is ordered. */
export const WASTE_FACTOR: NumberLimits = { max: 1, decimalsMax: 5 }
/** The cost of one unit. */
export const UNIT_COST: NumberLimits = { max: 1_000_000, decimalsMax: 4 }
export const TAX_PERCENT: NumberLimits = { max: 100, decimalsMax: 4 }
/** A fraction: 10 adds 1000 %. */
export const MARKUP: NumberLimits = { max: 10, decimalsMax: 4 }
/** Largest total of a list; JSON numbers are exact to the cent up to 9 × 10¹³. */
export const LIST_TOTAL_MAX = 1_000_000_000_000
export const DISCOUNT: NumberLimits = { max: LIST_TOTAL_MAX, decimalsMax: 2 }

/** Lines of one template. */
export const TEMPLATE_LINES_MAX = 1000
/** Templates of one list. */
export const TEMPLATES_MAX = 50
/** Far more than a crew can read; a response with such a list fits the gateway's size limit. */
export const LIST_ITEMS_MAX = 10_000
/** Items of all lists in one response; the gateway refuses much larger responses of a subgraph. */
export const ITEMS_PER_RESPONSE_MAX = 20_000
/** Items that one update may change, or add. */
export const LIST_ITEM_UPDATES_MAX = 1000
