/** Largest quantity of one item, computed or set by hand. */
export const quantityMax = 1_000_000
/** Largest measurement of one item, in its units. */
export const measurementMax = 1_000_000_000
/** Largest cost of one unit. */
export const unitCostMax = 1_000_000
/** Largest total of a list: far below where JSON numbers lose cents (9 × 10¹³). */
export const listTotalMax = 1_000_000_000_000

export const quantityDecimalsMax = 5
export const unitCostDecimalsMax = 4

export const listNameLengthMax = 250
export const colorLengthMax = 100
export const notesLengthMax = 2000

export const searchLengthMax = 200
export const nameLengthMax = 200
export const unitLengthMax = 50
export const taxPercentMax = 100
export const markupMax = 10
export const rateDecimalsMax = 4
export const wasteFactorDecimalsMax = 5
export const coverageMax = 1_000_000
export const coverageDecimalsMax = 5

export const templatesMax = 50
/** A list that a crew can still read is far shorter; an answer stays below the gateway's limit. */
export const listItemsMax = 10_000
/** Of all lists in one answer: about what the gateway takes from a subgraph. */
export const itemsPerAnswerMax = 20_000
export const listItemUpdatesMax = 1000
