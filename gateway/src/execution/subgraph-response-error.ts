/**
 * A subgraph did not give a usable response. The message is for the log: clients receive only SUBGRAPH_UNAVAILABLE and
 * the subgraph's name.
 */
export class SubgraphResponseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SubgraphResponseError'
  }
}
