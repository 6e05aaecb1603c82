/** Whether a refusal of the server is that an item is ordered in another unit than its list counts now. */
export const isUnitRefusal = (argument: unknown, message: string): boolean =>
  argument === 'listItemIds' && message.startsWith('Ordered in another unit')
