import { textsByCode } from './texts-by-code.ts'
import { jobsEn } from './jobs-en.ts'
import { listEn } from './list-en.ts'
import { attentionEn } from './attention-en.ts'
import { catalogEn } from './catalog-en.ts'
import { integrationsEn } from './integrations-en.ts'
import { ordersEn } from './orders-en.ts'

/** An error of the API, as it is shown. */
interface Refusal {
  readonly code: string
  readonly argument?: string | undefined
  readonly message: string
  readonly errors: readonly {
    readonly extensions?: Readonly<Record<string, unknown>>
  }[]
}

/** All words of the console, by page. Spanish has the same keys; the compiler finds what is missing. */
export const en = {
  attention: attentionEn,
  catalog: catalogEn,
  integrations: integrationsEn,
  actions: {
    add: 'Add',
    cancel: 'Cancel',
    close: 'Close',
    create: 'Create',
    edit: 'Edit',
    keep: 'Keep',
    more: 'Load more',
    print: 'Print',
    save: 'Save',
    tryAgain: 'Try again',
    undo: 'Undo',
    redo: 'Redo',
  },
  states: {
    leave: 'Leave this page? What you changed here is not saved, and will be lost.',
    incomplete: 'Complete this, or remove what is typed.',
    tooLong: (limit: number, given: number) => `At most ${limit} characters; this has ${given}.`,
    loading: 'Loading',
    failed: 'This could not be loaded',
    noPermission: 'Your role does not include this',
    askOwner: 'An owner of your organization can change your role in your sign-in provider.',
    notFound: 'This does not exist',
    unknownPage: 'There is no page at this address',
    toStart: 'Go to the start',
    offline:
      'You are offline. Leave this page open: what you type can be saved when the connection is back.',
    requestId: (id: string) => `Request ${id}`,
    crashed: 'This page has an error',
    crashedDialog: 'This dialog has an error',
    crashedAdvice:
      'Load the page again; if it happens again, tell support. Unsaved changes of lists, templates, measurements, orders and the brand are kept.',
    reload: 'Load the page again',
  },
  errors: {
    unknown: 'Something unexpected happened. Try again.',
    refused: ({ message }: Refusal) => message,
    /** A rule about a value, which the server states in English. */
    rule: (message: string) => message,
    /** A warning, which the server states in English. */
    warning: (sentence: string) => sentence,
    byCode: textsByCode({
      NETWORK_ERROR: 'The server cannot be reached. Check the connection, then try again.',
      TIMEOUT: 'The server did not respond in time. Try again.',
      SUBGRAPH_UNAVAILABLE:
        'A part of the service is not available at the moment. Try again in a minute.',
      COMMIT_UNKNOWN:
        'The connection to the database was lost, so this was saved or not. Load the page again and look before you repeat it.',
      ORGANIZATION_READ_ONLY:
        'Your organization is being moved and can only be read at the moment. Nothing was saved; try again in a few minutes.',
      CODE_NOT_LOADED:
        'A part of this program could not be loaded; it may have been updated meanwhile. Try again: the page is loaded again. Unsaved changes of lists, templates, measurements, orders and the brand are kept.',
      FILE_UNREADABLE:
        'The browser cannot read this file. Make sure that it is stored on this computer and not open in another program, and choose it again.',
      PERSISTED_DOCUMENT_NOT_FOUND:
        'This program was updated meanwhile. Load the page again; unsaved changes are kept.',
      UNAUTHENTICATED: 'Your session has ended. Sign in again.',
      RATE_LIMITED: 'There were too many requests. Try again in a minute.',
      RENDERING_QUEUE_FULL:
        'Too many documents are being made at the moment. Nothing was ordered; try again in a minute.',
      INVALID_RESPONSE: 'The server cannot respond at the moment. Try again in a minute.',
      INTERNAL_SERVER_ERROR:
        'The server has an error. Try again; if it happens again, tell support.',
    }),
  },
  nav: {
    label: 'Main',
    skip: 'Skip to the content',
    jobs: 'Jobs',
    lists: 'Lists',
    orders: 'Orders',
    catalog: 'Catalog',
    integrations: 'Integrations',
    attention: 'Attention',
    organization: 'Organization',
    organizationName: (id: number) => `Organization ${id}`,
    account: 'Account',
    signOut: 'Sign out',
    signOutEverywhere: 'Sign out everywhere',
    theme: 'Colors',
    themes: { auto: 'As the system', light: 'Light', dark: 'Dark' },
    help: 'Keyboard shortcuts',
    sameLanguage: (reason: string) => `The language has not changed. ${reason}`,
    documentation: 'Documentation',
    commands: 'Search and commands',
  },
  commands: {
    placeholder: 'Search jobs and lists, or type a command',
    none: 'Nothing matches. Jobs and lists are found by the beginnings of their words.',
    pages: 'Go to',
    jobs: 'Jobs',
    lists: 'Lists',
    hint: 'Arrow keys choose, Enter opens, Escape closes.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    palette: 'Search and commands',
    save: 'Save the list',
    undo: 'Undo the last change',
    redo: 'Do it again',
    primary: 'Main button of the page or dialog',
    firstField: 'First field of the page',
    goTo: (page: string) => `Go to ${page}`,
    cell: 'Next cell, cell below',
    help: 'This help',
    letterKeys: 'Keys pressed alone are shortcuts',
    letterKeysHint: 'Switch them off if you speak your texts, or press keys by mistake.',
  },
  signIn: {
    title: 'Sign in to Takeoff',
    lead: 'From a measured property to an order at the supplier, in minutes.',
    button: 'Sign in',
    development: 'Development: sign in as',
    ended: 'Your session has ended',
    endedAdvice:
      'Unsaved changes of lists, templates, measurements, orders and the brand are kept in this browser; what was typed elsewhere is not. Sign in again, and go on where you were.',
    stillSignedIn: (reason: string) => `You are still signed in. ${reason}`,
    noOrganization: 'You belong to no organization',
    noOrganizationAdvice:
      'Your sign-in provider names no organization for you. An owner of your organization can add you there.',
  },
  ...jobsEn,
  list: listEn,
  orders: ordersEn,
} as const satisfies object

type Widened<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { readonly [K in keyof T]: Widened<T[K]> }

/** The words of one language. */
export type Messages = Widened<typeof en>
