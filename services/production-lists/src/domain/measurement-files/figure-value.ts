import { isJsonObject, valueAt } from '@takeoff/kit/values/json'
import { Exact } from '../exact.ts'
import { readPitch } from './read-number.ts'

const PITCH = 'roof.pitch.'

/** The value of a figure in measurements; null when they do not have it. */
export function valueOf(name: string, measurements: unknown): number | string | null {
  if (name.startsWith(PITCH)) return areaOfPitch(name.slice(PITCH.length), measurements)
  const value = valueAt(measurements, name.split('.'))
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

function areaOfPitch(pitch: string, measurements: unknown): number | null {
  const parts = valueAt(measurements, ['roof', 'pitch'])
  if (!Array.isArray(parts)) return null
  const own = (parts as readonly unknown[])
    .filter(isJsonObject)
    .filter((part) => pitchOf(part['roof_pitch']) === pitchOf(pitch))
  const areas = own.flatMap(({ area }) => (typeof area === 'number' ? [area] : []))
  return areas.length === 0 ? null : Exact.sum(...areas).toNumber()
}

/** In one spelling, because measurements that were typed or sent have others. */
function pitchOf(given: unknown): unknown {
  return readPitch(given) ?? given
}
