import type { Messages } from './en.ts'
import { pluralEs as plural } from './plural.ts'

export const newOrderEs: Messages['orders']['new'] = {
  title: 'Pedir',
  lead: 'Se propone lo que falta pedir de los materiales, cada artículo a su proveedor.',
  nothingLeft:
    'No falta pedir nada de los materiales de esta lista. Elija un artículo para pedirlo otra vez, o mano de obra.',
  noItems: 'No hay nada que pedir',
  unsavedList:
    'La lista tiene cambios sin guardar en este navegador. Aquí se pide la versión guardada.',
  noItemsAdvice: 'La lista no tiene materiales ni mano de obra.',
  noVendorsAdvice: 'Cree en el catálogo los proveedores a quienes les pide.',
  noVendor: 'Artículos sin proveedor',
  noVendorAdvice: 'Elija a quién se piden, o déjelos fuera.',
  chooseVendor: 'Pedirlos a',
  choose: 'Elija un proveedor',
  vendorRequired: 'Elija un proveedor para estos artículos, o déjelos fuera.',
  columns: {
    item: 'Artículo',
    covered: 'Pedido de lo necesario',
    now: 'Ahora',
    amount: 'Importe',
  },
  allShort: 'Todos',
  all: (vendor) => `Todos los artículos de ${vendor}`,
  include: (item) => `Pedir ${item}`,
  coverage: (ordered, needed) => `${ordered} de ${needed}`,
  left: (left) => `faltan ${left}`,
  over: (over) => `${over} de más`,
  overTitle: 'Más de lo que necesita la lista',
  overAdvice: (count) =>
    `${plural(count, 'artículo se pide', 'artículos se piden')} de más: los artículos que usted mismo elige, y los que se envían al proveedor, se piden completos, sin importar lo que ya se pidió.`,
  noSku: 'Sin SKU: el sistema del proveedor no lo acepta.',
  noSkuAdvice: (count) =>
    `${plural(count, 'artículo no tiene', 'artículos no tienen')} SKU. Déjelos fuera, o pídalos por documento.`,
  archivedAdvice: (count) =>
    `${plural(count, 'artículo está asignado', 'artículos están asignados')} a un proveedor archivado, que no recibe pedidos. Déjelos fuera, elija para ellos otro proveedor en la lista, o restaure el proveedor.`,
  tooManyDocuments: (count, max) =>
    `Esto da ${count} pedidos por documento, y se pueden hacer como máximo ${max} a la vez. Hágalos por partes: deje fuera los artículos de algunos proveedores.`,
  otherItems: (count) =>
    `${plural(count, 'otro costo de la lista no se puede pedir', 'otros costos de la lista no se pueden pedir')}.`,
  way: 'Cómo',
  byDocument: 'Por documento',
  bySubmit: (provider) => `Enviar a ${provider}`,
  delivered: 'Entrega',
  terms: 'Números y documento',
  purchaseOrderNumber: 'Número de orden de compra',
  purchaseOrderHint: 'Se imprime en los documentos. Puede quedar vacío.',
  purchaseOrderLimit: (provider, limit) =>
    `${provider} acepta como máximo ${plural(limit, 'carácter', 'caracteres')}.`,
  purchaseOrderRequired: (provider) => `${provider} lo exige.`,
  notesLimit: (provider, limit) =>
    `${provider} acepta como máximo ${plural(limit, 'carácter', 'caracteres')} de las dos notas juntas.`,
  externalIdentifier: 'Su propio identificador',
  externalIdentifierHint: 'El que usa su propio sistema para la orden. Puede quedar vacío.',
  jobName: 'Nombre de la obra para el proveedor',
  jobNameHint: 'Si queda vacío: el nombre de la obra.',
  required: 'El proveedor exige esto.',
  tooMuch: (limit, given) =>
    `El proveedor acepta como máximo ${plural(limit, 'carácter', 'caracteres')}; aquí hay ${given}.`,
  summary: (count) => plural(count, 'orden', 'órdenes'),
  nothingChosen: 'No eligió ningún artículo',
  place: 'Hacer órdenes',
  placeOne: 'Hacer orden',
  confirmTitle: '¿Pedir esto?',
  confirmDocument: 'Por documento: usted lo envía al proveedor.',
  confirmSubmit: (provider) => `Va a ${provider} de inmediato.`,
  confirm: 'Pedir ahora',
  back: 'Volver',
  reset: 'Empezar de nuevo',
  restored: 'Se recuperó lo que eligió y escribió antes.',
  placed: (count) => plural(count, 'orden hecha', 'órdenes hechas'),
  placedAdvice: 'Envíe cada documento a su proveedor.',
  partly: 'Una parte se pidió y está en la lista de arriba.',
  changed:
    'La lista o sus órdenes cambiaron mientras tanto, y no se pidió nada. Revise los artículos otra vez y luego haga las órdenes.',
  uncertain:
    'Es posible que se haya hecho una orden aunque se perdió su respuesta: mire las órdenes antes de hacer más.',
  changedUncertain:
    'Es posible que se haya hecho una orden aunque se perdió su respuesta, y la lista o sus órdenes cambiaron después. Mire las órdenes y revise los artículos otra vez antes de hacer más.',
  unitChanged:
    'Algunos de estos artículos ya se pidieron en otra unidad que la que la lista cuenta ahora, así que no se sabe cuánto falta. Mire las órdenes de esta lista, deje fuera lo que ya se pidió y haga las órdenes otra vez: entonces cada artículo elegido se pide completo.',
  openOrder: 'Abrir orden',
  noPermission:
    'Para hacer órdenes se necesitan los permisos de escribir órdenes y de ver precios.',
}
