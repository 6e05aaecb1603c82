export const jobNameLengthMax = 250
export const externalIdentifierLengthMax = 255
export const jobSearchLengthMax = 250

/** Of one job's measurements as JSON text: a hundred times what a measuring tool exports. */
export const measurementsBytesMax = 200_000
export const measurementsDepthMax = 20
/** Beyond these a number written without an exponent is longer than any measurement needs to be. */
export const numberSizeMax = 1e21
export const numberSizeMin = 1e-21

/** Of one request: as many as fit into a body of 1 MB at the size of the field's exports. */
export const jobsImportMax = 500
