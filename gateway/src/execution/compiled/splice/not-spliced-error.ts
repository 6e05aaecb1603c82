/** Responses to an operation cannot be put together from texts: it is executed the other way. */
export class NotSplicedError extends Error {}
