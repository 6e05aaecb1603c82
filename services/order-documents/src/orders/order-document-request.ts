import { BadUserInputError } from '@takeoff/kit/errors'
import { parseIntegerId } from '@takeoff/kit/ids'
import type { OrderRequest } from '../domain/orders/order.ts'
import {
  EXTERNAL_IDENTIFIER_LENGTH_MAX,
  PURCHASE_ORDER_NUMBER_LENGTH_MAX,
  readReferenceText,
} from '../domain/orders/reference-text.ts'
import { chooseRenderingMode } from '../domain/documents/rendering-mode.ts'
import type { RenderingModeChoice } from '../domain/documents/rendering-mode.ts'
import { PRODUCTION_LIST_ARGUMENT } from './fetch-production-list.ts'
import type { MutationProjectManagementOrderDocumentCreateArgs as Arguments } from '../graphql/generated.ts'

/** The arguments of projectManagementOrderDocumentCreate, checked as far as they go by themselves. */
export interface OrderDocumentRequest extends OrderRequest {
  readonly productionListId: number
  readonly purchaseOrderNumber: string | null
  readonly externalIdentifier: string | null
  readonly rendering: RenderingModeChoice
}

/** @throws BadUserInputError naming the argument */
export function readOrderDocumentRequest(args: Arguments): OrderDocumentRequest {
  const { inputHtml, productionListId, vendorId } = args.orderDocumentAttributes
  return {
    productionListId: readProductionListId(productionListId),
    listItemIds: args.listItemIds ?? undefined,
    vendorId: vendorId ?? undefined,
    purchaseOrderNumber: readText(
      'purchaseOrderNumber',
      args.purchaseOrderNumber,
      PURCHASE_ORDER_NUMBER_LENGTH_MAX,
    ),
    externalIdentifier: readText(
      'externalIdentifier',
      args.externalIdentifier,
      EXTERNAL_IDENTIFIER_LENGTH_MAX,
    ),
    rendering: chooseRenderingMode(inputHtml ?? undefined),
  }
}

function readProductionListId(value: string): number {
  const id = parseIntegerId(value)
  if (id !== undefined) return id
  throw new BadUserInputError('A productionListId is a positive integer.', PRODUCTION_LIST_ARGUMENT)
}

function readText(
  argument: string,
  given: string | null | undefined,
  lengthMax: number,
): string | null {
  const read = readReferenceText(given ?? undefined, lengthMax)
  switch (read.kind) {
    case 'accepted':
      return read.text
    case 'too-long':
      throw new BadUserInputError(`${argument} has at most ${read.lengthMax} characters.`, argument)
    case 'unprintable':
      throw new BadUserInputError(`${argument} must be one line of printable characters.`, argument)
    default:
      throw new Error(`unknown answer: ${JSON.stringify(read satisfies never)}`)
  }
}
