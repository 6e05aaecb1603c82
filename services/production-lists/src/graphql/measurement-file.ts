import { contentTypeOf, pathOf } from '../measurement-file-address.ts'
import type { MeasurementFigureResolvers, MeasurementFileResolvers } from './generated.ts'

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
