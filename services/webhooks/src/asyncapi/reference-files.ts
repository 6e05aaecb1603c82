import { asyncapiDocument } from './asyncapi-document.ts'
import { jsonSchemaOf } from '../messages/json-schemas.ts'
import { sentPayloads } from './webhook-messages.ts'

const FOLDER = 'docs/webhooks'

/** Generated files, by their path in the repository. */
export function referenceFiles(): ReadonlyMap<string, string> {
  return new Map([
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
