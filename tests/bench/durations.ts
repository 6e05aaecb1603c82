/** How long a part measures. */
export interface Durations {
  readonly warmUpSeconds: number
  readonly seconds: number
}
