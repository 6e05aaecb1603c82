/**
 * A subgraph did not give an answer that can be used. The message is for the log: clients only ever hear
 * SUBGRAPH_UNAVAILABLE and the subgraph's name.
 */
export class SubgraphResponseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SubgraphResponseError'
  }
}
