import { flag, texts } from '@takeoff/kit/service/config'
import type { ConfigOf } from '@takeoff/kit/service/config'
import { isOrigin } from '@takeoff/kit/values/is-origin'

/** Environment variables of the origins whose pages may call the API. */
export const corsVariables = {
  corsOrigins: texts('CORS_ORIGINS', {
    violation: originViolation,
    about:
      'Origins, separated by commas, whose pages may call `/graphql`, `/mcp`, `/files/*` and `/exports/*` from a browser, such as `https://app.example.com`. Without one no page of another origin may.',
  }),
  corsCredentials: flag('CORS_CREDENTIALS', {
    default: false,
    about:
      'Let these pages send cookies, such as those of a proxy in front. Access tokens in the header `authorization` need no cookies.',
  }),
}

export type CorsConfig = ConfigOf<typeof corsVariables>

/** A browser sends the origin in one form only: others would never match. */
function originViolation(text: string): string | undefined {
  if (isOrigin(text) && !text.includes('*')) return undefined
  return `must be origins such as https://app.example.com, without a path or *; ${JSON.stringify(text)} is none`
}
