import { ArrayType } from '@mikro-orm/core'

/**
 * A `text[]` in the unit of work. MikroORM's own array writes the text NULL without quotes, which PostgreSQL reads as
 * a null.
 */
export class TextArray extends ArrayType {
  override convertToDatabaseValue(value: string[] | null): string | null {
    if (value === null || value === undefined) return null
    const quoted = value.map((text) => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`)
    return `{${quoted.join(',')}}`
  }
}
