import { jobFileHead, writeJobRecord } from '@takeoff/production-lists/domain/jobs/write-job-record'
import type { JobFormat } from '@takeoff/production-lists/domain/jobs/write-job-record'

/** One record in this many is invalid, with one of four violations. */
const BROKEN_EVERY = 100

export interface JobFile {
  readonly text: string
  /** Record, key and path of each invalid record, as an import must report them. */
  readonly broken: readonly string[]
}

/** A file of distinct measured houses, one in a hundred invalid. */
export function jobFile(count: number, format: JobFormat): JobFile {
  const lines = [jobFileHead(format)]
  const broken: string[] = []
  for (let record = 1; record <= count; record += 1) {
    const job = jobOf(record)
    const violation = record % BROKEN_EVERY === 0 ? breakJob(job, record) : undefined
    if (violation !== undefined) broken.push(`${record} ${job.externalIdentifier} ${violation}`)
    lines.push(writeJobRecord(job, format))
  }
  return { text: lines.join(''), broken }
}

function jobOf(record: number) {
  const size = (factor: number): number => ((record * factor) % 99_991) / 100
  return {
    externalIdentifier: `HOUSE-${record}`,
    name: `Maple Street ${record}, "the Größe"`,
    measurements: {
      property: { id: record, tool: 'drone', 'flight.at': '7.50' },
      roof: {
        roof_facets: { area: size(7919), total: 12 },
        ridges_hips: { length: size(104_729), total: 6 },
        // A part of both together.
        ridges: { length: size(104_729) / 2, total: null },
        valleys: { length: size(15_485) },
        rakes: { length: size(32_452) },
        gutters_eaves: { length: size(49_979) },
        pitch: [
          { roof_pitch: '8/12', area: size(6151), percentage: 81.8 },
          { roof_pitch: '4/12', area: size(3079), percentage: 18.2 },
        ],
      },
      area: { facades: { siding: size(1543), other: 0 }, total: { siding: size(769) } },
      openings: { quantity: 18, tops_length: 60, total_perimeter: 284 },
      corners: { inside: {}, outside: { qty: 8, len: 96 } },
    },
  }
}

type BrokenJob = ReturnType<typeof jobOf>

/** @returns the path that the report must name */
function breakJob(job: BrokenJob, record: number): string {
  switch ((record / BROKEN_EVERY) % 4) {
    case 0:
      job.measurements.roof.ridges.length = -1
      return 'measurements.roof.ridges.length'
    case 1:
      job.measurements.roof.pitch.push({ roof_pitch: '8/12', area: 1e9, percentage: 0 })
      return 'measurements.roof.pitch[2].area'
    case 2:
      job.name = 'x'.repeat(300)
      return 'name'
    default:
      job.externalIdentifier = `HOUSE-${record - 1}`
      return 'externalIdentifier'
  }
}
