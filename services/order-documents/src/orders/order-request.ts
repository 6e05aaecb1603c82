import { BadUserInputError } from '@takeoff/kit/values/errors'
import { parseIntegerId } from '@takeoff/kit/values/ids'
import type { Context } from '../context.ts'
import { csvPresetFault } from '../domain/documents/csv-preset-fault.ts'
import { chooseDocumentOptions } from '../domain/documents/document-options.ts'
import type {
  DocumentDefaults,
  DocumentOptions,
  DocumentOptionsInput,
} from '../domain/documents/document-options.ts'
import type { Delivery } from '../domain/orders/delivery.ts'
import { readDelivery } from '../domain/orders/read-delivery.ts'
import type { DeliveryInput } from '../domain/orders/read-delivery.ts'
import {
  EXTERNAL_IDENTIFIER_LENGTH_MAX,
  PURCHASE_ORDER_NUMBER_LENGTH_MAX,
  readReferenceText,
} from '../domain/orders/reference-text.ts'

/** What every call that places orders may say of them. */
export interface OrderTerms {
  readonly purchaseOrderNumber: string | null
  readonly externalIdentifier: string | null
  readonly delivery: Delivery | null
}

export interface TermsInput {
  readonly purchaseOrderNumber?: string | null | undefined
  readonly externalIdentifier?: string | null | undefined
  readonly delivery?: DeliveryInput | null | undefined
}

/** @throws BadUserInputError naming the argument */
export function readOrderTerms(args: TermsInput): OrderTerms {
  return {
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
    delivery: readDeliveryArgument(args.delivery),
  }
}

/** How a call wants its documents, as far as it says so. */
export type DocumentWishes = Pick<DocumentOptions, 'mode'> & Partial<DocumentDefaults>

/**
 * Warns of an unknown rendering mode.
 * @param argument the argument that holds the options
 * @throws BadUserInputError naming the field of the argument
 */
export function readDocumentWishes(
  { warnings }: Pick<Context, 'warnings'>,
  input: DocumentOptionsInput | null | undefined,
  argument: string,
): DocumentWishes {
  const choice = chooseDocumentOptions(input ?? {})
  if (choice.kind === 'unknown-word') {
    const { field, known } = choice
    const name = `${argument}.${field}`
    throw new BadUserInputError(`${name} must be one of ${known.join(', ')}.`, name)
  }
  if (choice.unknownMode !== undefined) {
    warnings.push(
      `${argument}.inputHtml: "${choice.unknownMode}" is no rendering mode (supplier, office, crew); the document was rendered for the supplier.`,
    )
  }
  const { mode, csvPreset = 'default' } = choice.options
  const fault = csvPresetFault(mode, csvPreset)
  if (fault === undefined) return choice.options
  throw new BadUserInputError(`${argument}.csvPreset: ${fault}`, `${argument}.csvPreset`)
}

/** @throws BadUserInputError naming the argument */
export function readProductionListId(value: string, argument: string): number {
  const id = parseIntegerId(value)
  if (id !== undefined) return id
  throw new BadUserInputError('A productionListId is a positive integer.', argument)
}

function readDeliveryArgument(input: DeliveryInput | null | undefined): Delivery | null {
  const reading = readDelivery(input)
  if (reading.kind === 'accepted') return reading.delivery
  const argument = `delivery.${reading.field}`
  throw new BadUserInputError(`${argument} ${reading.fault}`, argument)
}

/** @throws BadUserInputError naming the argument */
export function readText(
  argument: string,
  given: string | null | undefined,
  lengthMax: number,
): string | null {
  const read = readReferenceText(given ?? undefined, lengthMax)
  if (read.kind === 'accepted') return read.text
  throw new BadUserInputError(`${argument} ${read.reason}.`, argument)
}
