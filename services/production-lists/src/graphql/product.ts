import { hasProvider } from '../db/list-item-reads.ts'
import type { ProductResolvers, ProviderResolvers } from './generated.ts'

export const Product: ProductResolvers = {
  name: ({ productName }) => productName,
  provider: (product) => (hasProvider(product) ? product : null),
}

export const Provider: ProviderResolvers = {
  identifier: ({ providerIdentifier }) => providerIdentifier,
  name: ({ providerName }) => providerName,
}
