/**
 * The key of a query and its operation name in a cache. The name is any text that a client sends, so its length comes
 * first: two keys are equal only if both parts are.
 */
export function queryKey(text: string, operationName = ''): string {
  return `${operationName.length} ${operationName}${text}`
}
