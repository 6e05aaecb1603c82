import { defineEntity, p } from '@mikro-orm/core'
import { organizationFilter } from '@takeoff/kit/postgres/organization-filter'
import type {
  MeasurementFormat,
  MeasurementVendor,
} from '../../domain/measurement-files/measurement-file.ts'

/** The file of a measuring tool, as it was uploaded (ADR 55). An organization has the same bytes once. */
export const MeasurementFileSchema = defineEntity({
  name: 'MeasurementFile',
  tableName: 'measurement_file',
  filters: organizationFilter,
  properties: {
    id: p.uuid().primary(),
    orgId: p.integer(),
    userId: p.integer(),
    filename: p.string().length(255),
    vendor: p.string().length(20).$type<MeasurementVendor>(),
    format: p.string().length(10).$type<MeasurementFormat>(),
    byteSize: p.integer(),
    /** In hexadecimal digits. */
    sha256: p.string().length(64),
    bytes: p.blob().$type<Buffer>(),
    createdAt: p.datetime(3),
    /** Null until a job has its measurements; then it is kept. */
    importedAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['orgId', 'sha256'] }],
  indexes: [
    {
      name: 'measurement_file_waiting_index',
      expression:
        'create index measurement_file_waiting_index on measurement_file (created_at) where imported_at is null',
    },
  ],
})

export class MeasurementFile extends MeasurementFileSchema.class {}
MeasurementFileSchema.setClass(MeasurementFile)
