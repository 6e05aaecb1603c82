/** Answers of an operation cannot be put together of texts: it is executed in the other way. */
export class NotWrittenError extends Error {}
