/** Limits of requests and of the lists computed from them; `schema.graphql` documents them for callers. */

export const JOB_SEARCH_LENGTH_MAX = 250
export const LIST_NAME_LENGTH_MAX = 250
/** Longest name of everything else: templates, lines, items, products, groups, trades. */
export const NAME_LENGTH_MAX = 200
export const SEARCH_LENGTH_MAX = 200
export const UNIT_LENGTH_MAX = 50
export const COLOR_LENGTH_MAX = 100
export const NOTES_LENGTH_MAX = 2000
export const URL_LENGTH_MAX = 2000

/** Largest quantity of one item, computed or set by hand. */
export const QUANTITY_MAX = 1_000_000
export const QUANTITY_DECIMALS_MAX = 5
/** Largest measurement of one item, in its units. */
export const MEASUREMENT_MAX = 1_000_000_000
export const COVERAGE_MAX = 1_000_000
export const COVERAGE_DECIMALS_MAX = 5
/** A fraction: 1 orders twice the need. */
export const WASTE_FACTOR_MAX = 1
export const WASTE_FACTOR_DECIMALS_MAX = 5
/** Largest cost of one unit. */
export const UNIT_COST_MAX = 1_000_000
export const UNIT_COST_DECIMALS_MAX = 4
export const TAX_PERCENT_MAX = 100
export const MARKUP_MAX = 10
/** Of taxes and markups. */
export const RATE_DECIMALS_MAX = 4
/** Largest total of a list: far below where JSON numbers lose cents (9 × 10¹³). */
export const LIST_TOTAL_MAX = 1_000_000_000_000

/** Lines of one template. */
export const TEMPLATE_LINES_MAX = 1000
/** Templates of one list. */
export const TEMPLATES_MAX = 50
/** A list that a crew can still read is far shorter; a response stays below the gateway's limit. */
export const LIST_ITEMS_MAX = 10_000
/** Items of all lists in one response: about the largest that the gateway accepts from a subgraph. */
export const ITEMS_PER_ANSWER_MAX = 20_000
/** Item changes in one update. */
export const LIST_ITEM_UPDATES_MAX = 1000
