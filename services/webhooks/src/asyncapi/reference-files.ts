import { asyncapiDocument } from './asyncapi-document.ts'
import { jsonSchemaOf } from '../messages/json-schemas.ts'
import { openapiWebhooks } from './openapi-webhooks.ts'
import { sentPayloads } from './webhook-messages.ts'

const FOLDER = 'docs/webhooks'

/** The OpenAPI document of the HTTP endpoints: all but its `webhooks` is written by hand. */
export const OPENAPI_FILE = 'docs/openapi.json'

/**
 * Generated files, by their path in the repository.
 * @param openapi the OpenAPI document
 */
export function referenceFiles(openapi: object): ReadonlyMap<string, string> {
  return new Map([
    [OPENAPI_FILE, textOf({ ...openapi, webhooks: openapiWebhooks() })],
    [`${FOLDER}/asyncapi.json`, textOf(asyncapiDocument())],
    ...sentPayloads.map(({ name, schema, example }): [string, string] => [
      `${FOLDER}/schemas/${name}.json`,
      textOf({ ...jsonSchemaOf(schema), examples: [example] }),
    ]),
  ])
}

function textOf(json: object): string {
  return `${JSON.stringify(json, null, 2)}\n`
}
