import { attentionEs } from './attention-es.ts'
import { jobsEs } from './jobs-es.ts'
import { listEs } from './list-es.ts'
import { catalogEs } from './catalog-es.ts'
import type { Messages } from './en.ts'
import { integrationsEs } from './integrations-es.ts'
import { ordersEs } from './orders-es.ts'
import { ruleEs } from './rules-es.ts'
import { warningEs } from './warnings-es.ts'
import { refusalEs } from './server-texts-es.ts'

/** The Spanish of the building trades in the United States. */
export const es: Messages = {
  actions: {
    add: 'Agregar',
    cancel: 'Cancelar',
    close: 'Cerrar',
    create: 'Crear',
    edit: 'Editar',
    keep: 'Conservar',
    more: 'Cargar más',
    print: 'Imprimir',
    save: 'Guardar',
    tryAgain: 'Intentar de nuevo',
    undo: 'Deshacer',
    redo: 'Rehacer',
  },
  states: {
    leave: '¿Salir de esta página? Lo que cambió aquí no está guardado y se perderá.',
    incomplete: 'Complételo, o borre lo escrito.',
    tooLong: (limit, given) => `Como máximo ${limit} caracteres; esto tiene ${given}.`,
    loading: 'Cargando',
    failed: 'No se pudo cargar',
    noPermission: 'Su función no incluye esto',
    askOwner:
      'Un dueño de su organización puede cambiar su función en el proveedor de inicio de sesión.',
    notFound: 'Esto no existe',
    unknownPage: 'No hay ninguna página en esta dirección',
    toStart: 'Ir al inicio',
    offline:
      'No hay conexión. Deje esta página abierta: lo que escriba se podrá guardar cuando vuelva la conexión.',
    requestId: (id) => `Solicitud ${id}`,
    crashed: 'Esta página tiene un error',
    crashedDialog: 'Este diálogo tiene un error',
    crashedAdvice:
      'Vuelva a cargar la página; si sucede otra vez, avise a soporte. Los cambios sin guardar de listas, plantillas, medidas, órdenes y la marca se conservan.',
    reload: 'Volver a cargar la página',
  },
  errors: {
    unknown: 'Sucedió algo inesperado. Intente de nuevo.',
    refused: refusalEs,
    rule: ruleEs,
    warning: warningEs,
    byCode: {
      NETWORK_ERROR: 'No se puede llegar al servidor. Revise la conexión e intente de nuevo.',
      TIMEOUT: 'El servidor no respondió a tiempo. Intente de nuevo.',
      SUBGRAPH_UNAVAILABLE:
        'Una parte del servicio no está disponible en este momento. Intente de nuevo en un minuto.',
      COMMIT_UNKNOWN:
        'Se perdió la conexión con la base de datos: esto se guardó o no. Cargue la página de nuevo y revise antes de repetirlo.',
      ORGANIZATION_READ_ONLY:
        'Su organización se está trasladando y por ahora solo se puede consultar. No se guardó nada; intente de nuevo en unos minutos.',
      CODE_NOT_LOADED:
        'No se pudo cargar una parte de este programa; quizá se actualizó entretanto. Intente de nuevo: la página se carga otra vez. Los cambios sin guardar de listas, plantillas, medidas, órdenes y la marca se conservan.',
      FILE_UNREADABLE:
        'El navegador no puede leer este archivo. Compruebe que está guardado en esta computadora y que no está abierto en otro programa, y elíjalo otra vez.',
      PERSISTED_DOCUMENT_NOT_FOUND:
        'Este programa se actualizó entretanto. Cargue la página de nuevo; los cambios sin guardar se conservan.',
      UNAUTHENTICATED: 'Su sesión terminó. Inicie sesión otra vez.',
      RATE_LIMITED: 'Hubo demasiadas solicitudes. Intente de nuevo en un minuto.',
      RENDERING_QUEUE_FULL:
        'Se están preparando demasiados documentos en este momento. No se pidió nada; intente de nuevo en un minuto.',
      INVALID_RESPONSE:
        'El servidor no puede responder en este momento. Intente de nuevo en un minuto.',
      INTERNAL_SERVER_ERROR:
        'El servidor tiene un error. Intente de nuevo; si sucede otra vez, avise a soporte.',
    },
  },
  nav: {
    label: 'Principal',
    skip: 'Ir al contenido',
    jobs: 'Obras',
    lists: 'Listas',
    orders: 'Órdenes',
    catalog: 'Catálogo',
    integrations: 'Integraciones',
    attention: 'Atención',
    organization: 'Organización',
    organizationName: (id) => `Organización ${id}`,
    account: 'Cuenta',
    signOut: 'Cerrar sesión',
    signOutEverywhere: 'Cerrar sesión en todos lados',
    theme: 'Colores',
    themes: { auto: 'Como el sistema', light: 'Claro', dark: 'Oscuro' },
    help: 'Atajos de teclado',
    sameLanguage: (reason) => `El idioma no cambió. ${reason}`,
    documentation: 'Documentación',
    commands: 'Búsqueda y comandos',
  },
  commands: {
    placeholder: 'Busque obras y listas, o escriba un comando',
    none: 'No hay coincidencias. Las obras y las listas se encuentran por el comienzo de sus palabras.',
    pages: 'Ir a',
    jobs: 'Obras',
    lists: 'Listas',
    hint: 'Las flechas eligen, Intro abre, Escape cierra.',
  },
  shortcuts: {
    title: 'Atajos de teclado',
    palette: 'Búsqueda y comandos',
    save: 'Guardar la lista',
    undo: 'Deshacer el último cambio',
    redo: 'Rehacerlo',
    primary: 'Botón principal de la página o del diálogo',
    firstField: 'Primer campo de la página',
    goTo: (page) => `Ir a ${page}`,
    cell: 'Celda siguiente, celda de abajo',
    help: 'Esta ayuda',
    letterKeys: 'Las teclas solas son atajos',
    letterKeysHint: 'Desactívelas si dicta sus textos o si pulsa teclas por error.',
  },
  signIn: {
    title: 'Iniciar sesión en Takeoff',
    lead: 'De una propiedad medida a una orden con el proveedor, en minutos.',
    button: 'Iniciar sesión',
    development: 'Desarrollo: iniciar sesión como',
    ended: 'Su sesión terminó',
    endedAdvice:
      'Los cambios sin guardar de listas, plantillas, medidas, órdenes y la marca se conservan en este navegador; lo que escribió en otras partes, no. Inicie sesión otra vez y siga donde estaba.',
    stillSignedIn: (reason: string) => `Su sesión sigue abierta. ${reason}`,
    noOrganization: 'Usted no pertenece a ninguna organización',
    noOrganizationAdvice:
      'Su proveedor de inicio de sesión no indica ninguna organización para usted. Un dueño de su organización puede agregarlo allí.',
  },
  ...jobsEs,
  list: listEs,
  orders: ordersEs,
  catalog: catalogEs,
  integrations: integrationsEs,
  attention: attentionEs,
}
