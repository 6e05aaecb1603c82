import { DateTime, JSONScalar } from '@takeoff/kit/graphql/scalars'
import {
  ListItem,
  OrderDocument,
  ProductionList,
  ProductionListPreviewItem,
} from './type-resolvers.ts'
import type { Resolvers } from './generated.ts'
import { Job, JobMeasurement } from './job.ts'
import { MeasurementFigure, MeasurementFile } from './measurement-file.ts'
import { Mutation } from './mutation.ts'
import { Price, PriceBook, PriceBookImport } from './price-book.ts'
import { ListItemDiff, ProductionListDiff, ProductionListRevision } from './production-list-diff.ts'
import { ProductionListPayload } from './production-list-payload.ts'
import { Query } from './query.ts'
import { SalesOpportunity } from './sales-opportunity.ts'
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
