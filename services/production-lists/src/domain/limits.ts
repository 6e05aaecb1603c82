/** Largest quantity of one item, computed or set by hand. */
export const quantityMax = 1_000_000
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

export const templatesMax = 50
export const listItemUpdatesMax = 1000
