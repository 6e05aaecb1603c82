/** Responses to an operation cannot be spliced from texts: the operation is executed instead. */
export class NotSplicedError extends Error {}
