import { contentTypeOf, pathOf } from '../measurement-file-address.ts'
import type {
  MeasurementFigureResolvers,
  MeasurementFileResolvers,
  MeasurementSourceResolvers,
} from './generated.ts'

const UNITS = {
  area: 'SQUARE_FEET',
  length: 'FEET',
  count: 'PIECES',
  percent: 'PERCENT',
  pitch: 'PITCH',
} as const

export const MeasurementFile: MeasurementFileResolvers = {
  contentType: (file) => contentTypeOf(file),
  path: (file) => pathOf(file),
}

export const MeasurementFigure: MeasurementFigureResolvers = {
  unit: ({ kind }) => UNITS[kind],
}

export const MeasurementSource: MeasurementSourceResolvers = {
  file: ({ fileId }, _args, { loaders }) => loaders.measurementFile.load(fileId),
  provenances: ({ provenances }) =>
    Object.entries(provenances).map(([name, provenance]) => ({ name, provenance })),
}
