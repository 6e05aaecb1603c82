/** Spanish of sentences that the server writes in English, by its codes. A code that is not here keeps the sentence of the server. */
type Texts = Readonly<Record<string, string>>

/** Why a measurement file cannot be read. */
export const unreadableReasons: Texts = {
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
