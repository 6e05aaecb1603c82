/** Orders by document that one call places: their documents wait in the queue of rendering together. */
export const ORDERS_OF_CALL_MAX = 50
