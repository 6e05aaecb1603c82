import { DateTime, JSONScalar } from '@takeoff/kit/graphql/scalars'
import type { Resolvers } from './generated.ts'
import { Job, JobMeasurement } from './job.ts'
import { MeasurementFigure, MeasurementFile } from './measurement-file.ts'
import { Mutation } from './mutation.ts'
import { Price, PriceBook, PriceBookImport } from './price-book.ts'
import {
  ListItem,
  OrderDocument,
  ProductionList,
  ProductionListPayload,
  ProductionListPreviewItem,
  SalesOpportunity,
} from './production-list.ts'
import { ListItemDiff, ProductionListDiff, ProductionListRevision } from './production-list-diff.ts'
import { Query } from './query.ts'
import { Measure, Template, TemplateLine } from './template.ts'

export const resolvers: Resolvers = {
  DateTime,
  JSON: JSONScalar,
  Query,
  Mutation,
  ProductionList,
  ProductionListPayload,
  ProductionListPreviewItem,
  SalesOpportunity,
  ListItem,
  ProductionListRevision,
  ProductionListDiff,
  ListItemDiff,
  Job,
  JobMeasurement,
  MeasurementFile,
  MeasurementFigure,
  Template,
  TemplateLine,
  Measure,
  PriceBook,
  Price,
  PriceBookImport,
  OrderDocument,
}
