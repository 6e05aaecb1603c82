import { ruleEs } from './rules-es.ts'

/** Spanish of sentences that the server writes in English, by its codes. A code that is not here keeps the sentence of the server. */
type Texts = Readonly<Record<string, string>>

/** Why a measurement file cannot be read. */
const unreadableReasons: Texts = {
  PDF: 'Es un PDF, que muestra las cifras sin nombrarlas. Exporte el informe como XML o JSON.',
  ARCHIVE:
    'Es un archivo comprimido o de Excel, cuyo formato no es público. Exporte el informe como XML o JSON.',
  OFFICE_DOCUMENT:
    'Es un documento de Office, cuyo formato no es público. Exporte el informe como XML o JSON.',
  PICTURE: 'Es una imagen. Exporte el informe como XML o JSON.',
  NO_TEXT: 'El archivo no contiene texto. Exporte el informe como XML o JSON.',
  EMPTY: 'El archivo está vacío. Exporte el informe de nuevo.',
  ENCODING: 'El archivo no está en la codificación que indica. Guárdelo en UTF-8.',
  MALFORMED: 'El archivo está dañado o incompleto. Expórtelo de nuevo.',
  DOCTYPE: 'El archivo tiene un DOCTYPE, que no se lee. Expórtelo sin él.',
  TOO_MUCH: 'El archivo es demasiado grande para ser el informe de una casa.',
  AMBIGUOUS: 'El archivo dice algo dos veces, así que sus cifras no son seguras. No se leyó nada.',
  SEVERAL_HOUSES: 'El archivo contiene varias casas. Dé un archivo para cada una.',
  UNKNOWN_CONTENT:
    'No se reconoce el contenido. Exporte el informe de EagleView o HOVER como XML o JSON, o el resultado de GAF como JSON.',
  UNKNOWN_PART:
    'El archivo tiene partes que no se reconocen y que faltarían en las sumas. No se leyó nada.',
  GAF_XML:
    'El XML que GAF QuickMeasure envía por correo no tiene formato público. Dé el JSON del resultado, o escriba las cifras.',
  NO_FIGURES: 'El archivo no contiene cifras. Exporte el informe completo.',
  UNIT: 'La unidad del archivo no se lee o no es segura. Se leen pies y metros.',
  INVALID_VALUE: 'El archivo tiene un valor que las medidas no admiten. No se leyó nada.',
}

/** The sentence of the server says which value it is. */
export const unreadableReasonEs = (code: string, sentence: string): string =>
  code === 'INVALID_VALUE'
    ? `${unreadableReasons[code]} (${sentence})`
    : (unreadableReasons[code] ?? sentence)

/** Why a material is missed. */
export const missingReasons: Readonly<Record<string, ((item: string) => string) | undefined>> = {
  NO_ITEM: () => 'La propiedad lo necesita, y la lista no lo tiene.',
  NO_QUANTITY: (item) => `La propiedad lo necesita, y la cantidad de «${item}» es 0.`,
}

/** How the price of an item differs from the book of its vendor. */
export const priceReasons: Texts = {
  COST_DIFFERS: 'La lista de precios del proveedor tiene hoy otro costo.',
  TAX_DIFFERS: 'La lista de precios del proveedor tiene hoy otro impuesto.',
  NO_CONVERSION:
    'La lista de precios del proveedor tiene otra unidad, que no da un costo válido en la del artículo.',
  OTHER_VENDOR: 'El precio viene de la lista de otro proveedor; la del propio no lo tiene.',
  PRICE_ENDED: 'El precio ya no está vigente, y la lista de precios no tiene otro.',
}

interface Refusal {
  readonly code: string
  readonly argument?: string | undefined
  readonly message: string
  readonly errors: readonly {
    readonly extensions?: Readonly<Record<string, unknown>>
  }[]
}

/** Names of values by the last word of their argument, such as `listItems[2].quantity`. */
const fields: Texts = {
  address: 'dirección',
  bundles: 'paquetes',
  color: 'color',
  coverage: 'cobertura',
  csv: 'archivo CSV',
  email: 'correo electrónico',
  externalIdentifier: 'identificador',
  file: 'archivo',
  fileId: 'archivo',
  listItemGroupName: 'grupo',
  logo: 'logotipo',
  markup: 'recargo',
  measurement: 'medida',
  measurements: 'medidas',
  name: 'nombre',
  notes: 'notas',
  phone: 'teléfono',
  purchaseOrderNumber: 'número de orden de compra',
  quantity: 'cantidad',
  quantityUnits: 'unidad',
  taxPercent: 'impuesto',
  totalDiscount: 'descuento',
  tradeType: 'oficio',
  unitCost: 'costo unitario',
  url: 'dirección web',
  vendorId: 'proveedor',
  vendorName: 'nombre del proveedor',
  wasteFactor: 'desperdicio',
}

const refusals: Texts = {
  FORBIDDEN: 'Su función no permite hacer esto.',
  NOT_FOUND: 'Ya no existe, o no es de su organización. Cargue la página de nuevo.',
  CONFLICT: 'No se guardó nada, porque algo cambió entretanto o ya está en uso.',
  IDEMPOTENCY_CONFLICT: 'Esto ya se envió con otros valores. Cargue la página de nuevo.',
  BAD_REQUEST: 'El servidor no acepta la solicitud.',
  PROVIDER_LIMIT_EXCEEDED: 'El proveedor no acepta la orden así.',
  PROVIDER_NOT_CONNECTED: 'El proveedor no está conectado a un sistema de órdenes.',
  NOTHING_TO_ORDER:
    'Todos los materiales de la lista ya están pedidos. Elija los que quiera pedir otra vez.',
  VENDOR_REQUIRED: 'Elija un proveedor para los materiales que no tienen uno.',
  VENDOR_AMBIGUOUS: 'Los materiales son de varios proveedores. Elija uno.',
  PLANNER_UNAVAILABLE:
    'El servidor no puede responder en este momento. Intente de nuevo en un minuto.',
  COST_EXCEEDED: 'La página pide demasiados datos a la vez. Avise a soporte.',
}

/** Why a change is in conflict, by what the error names; the first one decides. */
const conflicts: Texts = {
  replacedById: 'Otra orden ya reemplazó a esta. Cargue la página de nuevo.',
  distributionOrderId: 'La orden está en el sistema del proveedor. Cancélela primero allí.',
  creditedById:
    'Un cambio de orden devuelve parte de lo que esta agregó. Cancele primero ese cambio.',
  jobId: 'Otra obra ya tiene este número. Elija otro.',
  templateId: 'Otra plantilla ya tiene este nombre, quizá una archivada. Elija otro.',
  currentVersion: 'Otra persona cambió esto entretanto. Cargue la página de nuevo.',
}

/** What the sentence of the server adds to them is needed. */
const detailed = new Set(['CONFLICT', 'BAD_REQUEST', 'PROVIDER_LIMIT_EXCEEDED'])

/** Why the server refused something; with its own sentence where that has details. */
export function refusalEs({ code, argument, message, errors }: Refusal): string {
  if (code === 'BAD_USER_INPUT') {
    const name = /([A-Za-z]+)(?:\[\d+\])*$/.exec(argument ?? '')?.[1] ?? ''
    const field = fields[name]
    return field === undefined
      ? `El servidor no acepta uno de los valores: ${ruleEs(message)}`
      : `El servidor no acepta el valor de «${field}»: ${ruleEs(message)}`
  }
  const conflict = code === 'CONFLICT' ? conflictEs(errors[0]?.extensions) : undefined
  if (conflict !== undefined) return conflict
  const text = refusals[code]
  if (text === undefined) return message
  return detailed.has(code) ? `${text} (${message})` : text
}

function conflictEs(extensions: Readonly<Record<string, unknown>> = {}): string | undefined {
  return Object.entries(conflicts).find(([name]) => name in extensions)?.[1]
}
