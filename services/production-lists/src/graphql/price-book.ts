import type { PriceImport } from '../prices/import-prices.ts'
import { readPrices } from '../prices/read-price-book.ts'
import type { PriceBookImportResolvers, PriceBookResolvers, PriceResolvers } from './generated.ts'

export const PriceBook: PriceBookResolvers = {
  vendor: ({ vendorId }) => ({ id: vendorId }),
  prices: (book, args, context) => readPrices(context, book, args),
}

export const Price: PriceResolvers = {
  userId: ({ createdBy }) => createdBy,
  history: (price, _args, { loaders }) => loaders.priceHistory.load(price),
}

type Change = PriceImport['rows'][number]['change']

const countOf = ({ rows }: PriceImport, change: Change): number =>
  rows.filter((row) => row.change === change).length

export const PriceBookImport: PriceBookImportResolvers = {
  added: (planned) => countOf(planned, 'added'),
  changed: (planned) => countOf(planned, 'changed'),
  unchanged: (planned) => countOf(planned, 'unchanged'),
  refused: (planned) => countOf(planned, 'refused'),
}
