import {
  ADDRESS_LINE_LENGTH_MAX,
  ADDRESS_LINES_MAX,
  EMAIL_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PHONE_LENGTH_MAX,
} from '../contact-limits.ts'
import { CSV_PRESETS, LANGUAGES, PAPERS } from '../documents/document-options.ts'
import type { DocumentDefaults } from '../documents/document-options.ts'
import { createFieldReader, definedOnly } from '../field-reader.ts'
import type { CheckedInput, FieldReader } from '../field-reader.ts'
import type { Optional } from '@takeoff/kit/values/optional'
import { readLogo } from './read-logo.ts'
import type { Logo } from './read-logo.ts'
import { timeZoneOf } from './time-zone.ts'

const WEBSITE_LENGTH_MAX = 200
const ACCENT_COLOR = /^#[0-9a-f]{6}$/

/** A change of a brand as a caller describes it; omitted fields are kept. */
export interface BrandRequest {
  readonly name?: Optional<string>
  readonly addressLines?: Optional<readonly string[]>
  readonly phone?: Optional<string>
  readonly email?: Optional<string>
  readonly website?: Optional<string>
  readonly accentColor?: Optional<string>
  readonly language?: Optional<string>
  readonly paper?: Optional<string>
  readonly csvPreset?: Optional<string>
  readonly timeZone?: Optional<string>
  /** Base64 of a file. */
  readonly logo?: Optional<string>
}

/** The appearance of an organization's documents. */
export interface BrandDetails {
  readonly name: string
  readonly addressLines: readonly string[]
  readonly phone: string | null
  readonly email: string | null
  readonly website: string | null
  /** #rrggbb in small letters. */
  readonly accentColor: string | null
  readonly language: DocumentDefaults['language'] | null
  readonly paper: DocumentDefaults['paper'] | null
  readonly csvPreset: DocumentDefaults['csvPreset'] | null
  /** As `timeZoneOf` names it. */
  readonly timeZone: string | null
  readonly logo: BrandLogo | null
}

export interface BrandLogo extends Logo {
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** The given fields of a brand, with a logo that was not opened yet. */
export type BrandChange = Partial<Omit<BrandDetails, 'logo'>> & {
  readonly logoFile?: Logo | null
}

/** Checks every field that is given. */
export function checkBrand(request: BrandRequest): CheckedInput<BrandChange> {
  const read = createFieldReader('brand')
  const values = definedOnly<BrandChange>({
    name: read.name('name', request.name, NAME_LENGTH_MAX),
    addressLines: read.lines('addressLines', request.addressLines, {
      linesMax: ADDRESS_LINES_MAX,
      lengthMax: ADDRESS_LINE_LENGTH_MAX,
    }),
    phone: read.line('phone', request.phone, PHONE_LENGTH_MAX),
    email: read.email('email', request.email, EMAIL_LENGTH_MAX),
    website: read.line('website', request.website, WEBSITE_LENGTH_MAX),
    accentColor: colorOf(read, request.accentColor),
    language: read.word('language', request.language, LANGUAGES),
    paper: read.word('paper', request.paper, PAPERS),
    csvPreset: read.word('csvPreset', request.csvPreset, CSV_PRESETS),
    timeZone: zoneOf(read, request.timeZone),
    logoFile: logoOf(read, request.logo),
  })
  return { values, violations: read.violations }
}

function colorOf(read: FieldReader, given: Optional<string>): Optional<string> {
  if (typeof given !== 'string') return given
  const color = given.trim().toLowerCase()
  if (ACCENT_COLOR.test(color)) return color
  read.violation('accentColor', 'must be six hexadecimal digits behind a #, as in #1f4e79')
  return null
}

function zoneOf(read: FieldReader, given: Optional<string>): Optional<string> {
  if (typeof given !== 'string') return given
  const zone = timeZoneOf(given)
  if (zone === undefined)
    read.violation('timeZone', 'must be the name of a time zone, such as America/Chicago')
  return zone
}

function logoOf(read: FieldReader, given: Optional<string>): Optional<Logo> {
  if (typeof given !== 'string') return given
  const reading = readLogo(given)
  if (reading.kind === 'accepted') return reading.file
  read.violation('logo', reading.reason)
  return undefined
}
