declare module '@usebruno/lang' {
  export interface BrunoRequest {
    readonly meta: { readonly name: string; readonly seq: string }
    readonly http: { readonly method: string; readonly url: string; readonly body: string }
    readonly headers?: readonly { readonly name: string; readonly value: string }[]
    readonly auth: { readonly bearer: { readonly token: string } }
    readonly body?: { readonly graphql?: { readonly query: string; readonly variables?: string } }
    readonly vars?: { readonly res?: readonly { readonly name: string; readonly value: string }[] }
    readonly assertions: readonly { readonly name: string; readonly value: string }[]
  }
  export function bruToJsonV2(text: string): BrunoRequest
}
