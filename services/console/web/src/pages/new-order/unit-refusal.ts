/**
 * Whether a refusal of the server is that an item is ordered in another unit than its list counts now. Without imports,
 * so that a contract test can compare it with the server.
 */
export const isUnitRefusal = (argument: unknown, message: string): boolean =>
  argument === 'listItemIds' && message.startsWith('Ordered in another unit')
